"""Asks a form, or a link, when the prompt says so, and says what it was answered.

The prompts are `form` and `link`, which ask what the client offers, and `raw form` and `raw link`, which ask anyway.
"""

import asyncio
import json
from typing import Any

import acp
from acp import schema


class Asker:
    """An agent that only asks."""

    client: acp.Client
    offered = acp.ElicitationCapabilities()

    def on_connect(self, conn: acp.Client) -> None:
        self.client = conn

    async def initialize(
        self, protocol_version: int, client_capabilities: schema.ClientCapabilities | None = None, **_: Any
    ) -> acp.InitializeResponse:
        if client_capabilities and client_capabilities.elicitation:
            self.offered = client_capabilities.elicitation
        return acp.InitializeResponse(
            protocol_version=acp.PROTOCOL_VERSION,
            agent_info=schema.Implementation(name="interop-python", version="1"),
        )

    async def new_session(self, cwd: str, **_: Any) -> acp.NewSessionResponse:
        return acp.NewSessionResponse(session_id="python")

    async def prompt(self, session_id: str, prompt: list[schema.TextContentBlock], **_: Any) -> acp.PromptResponse:
        said = await self.turn(session_id, prompt[0].text)
        await self.client.session_update(session_id, acp.update_agent_message_text(said))
        return acp.PromptResponse(stop_reason="end_turn")

    async def turn(self, session_id: str, words: str) -> str:
        link = words.endswith("link")
        offers = self.offered.url if link else self.offered.form
        if offers is None and not words.startswith("raw"):
            return "not offered"
        try:
            return await (self.ask_link(session_id) if link else self.ask_form(session_id))
        except acp.RequestError as error:
            return f"error {error.code}"

    async def ask_form(self, session_id: str) -> str:
        name = acp.ElicitationStringPropertySchema(type="string", title="Name", min_length=2)
        wanted = acp.ElicitationSchema(properties={"name": name}, required=["name"])
        mode = acp.ElicitationFormSessionMode(session_id=session_id, requested_schema=wanted)
        answer = await self.client.create_elicitation("Who are you?", mode)
        if not isinstance(answer, acp.AcceptElicitationResponse):
            return answer.action
        return f"accept {json.dumps(answer.model_dump(mode='json')['content'])}"

    async def ask_link(self, session_id: str) -> str:
        mode = acp.ElicitationUrlSessionMode(
            session_id=session_id, elicitation_id="python-1", url="https://login.example.com/python"
        )
        answer = await self.client.create_elicitation("Please sign in", mode)
        if answer.action == "accept":
            await self.client.complete_elicitation("python-1")
        return answer.action


asyncio.run(acp.run_agent(Asker()))
