import com.agentclientprotocol.sdk.agent.SyncPromptContext;
import com.agentclientprotocol.sdk.agent.support.AcpAgentSupport;
import com.agentclientprotocol.sdk.annotation.AcpAgent;
import com.agentclientprotocol.sdk.annotation.Initialize;
import com.agentclientprotocol.sdk.annotation.NewSession;
import com.agentclientprotocol.sdk.annotation.Prompt;
import com.agentclientprotocol.sdk.error.AcpCapabilityException;
import com.agentclientprotocol.sdk.spec.AcpSchema.CompleteElicitationNotification;
import com.agentclientprotocol.sdk.spec.AcpSchema.CreateElicitationRequest;
import com.agentclientprotocol.sdk.spec.AcpSchema.ElicitationAction;
import com.agentclientprotocol.sdk.spec.AcpSchema.ElicitationSchema;
import com.agentclientprotocol.sdk.spec.AcpSchema.InitializeResponse;
import com.agentclientprotocol.sdk.spec.AcpSchema.NewSessionResponse;
import com.agentclientprotocol.sdk.spec.AcpSchema.PromptRequest;
import com.agentclientprotocol.sdk.spec.AcpSchema.PromptResponse;
import com.agentclientprotocol.sdk.spec.AcpSchema.StringPropertySchema;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Asks a form, or a link, when the prompt says so, and says what it was answered.
 *
 * <p>The prompts are {@code form} and {@code link}, which ask what the client offers, and {@code raw form} and
 * {@code raw link}, which ask anyway.
 */
@AcpAgent(name = "interop-java", version = "1")
public final class Agent {
    private static final RawTransport TRANSPORT = new RawTransport();

    public static void main(String[] args) {
        AcpAgentSupport.create(new Agent()).transport(TRANSPORT).build().run();
    }

    @Initialize
    InitializeResponse initialize() {
        return InitializeResponse.ok();
    }

    @NewSession
    NewSessionResponse newSession() {
        return new NewSessionResponse("java", null, null);
    }

    @Prompt
    PromptResponse prompt(PromptRequest request, SyncPromptContext context) throws Exception {
        String words = request.text();
        CreateElicitationRequest question = words.endsWith("link") ? link() : form();
        context.sendMessage(words.startsWith("raw") ? TRANSPORT.ask(question) : ask(question, context));
        return PromptResponse.endTurn();
    }

    private static CreateElicitationRequest form() {
        var name = new StringPropertySchema("string", "Name", null, null, 2, null, null, null, null, null);
        return CreateElicitationRequest.form("java", "Who are you?", new ElicitationSchema(Map.of("name", name), List.of("name")));
    }

    private static CreateElicitationRequest link() {
        return CreateElicitationRequest.url("java", "Please sign in", "java-1", "https://login.example.com/java");
    }

    private static String ask(CreateElicitationRequest question, SyncPromptContext context) throws JsonProcessingException {
        try {
            requireMode(question, context);
            var answer = context.createElicitation(question);
            if (answer.action() != ElicitationAction.ACCEPT) {
                return answer.action().name().toLowerCase(Locale.ROOT);
            }
            if (question.url() == null) {
                return "accept " + new ObjectMapper().writeValueAsString(answer.content());
            }
            context.completeElicitation(new CompleteElicitationNotification(question.elicitationId()));
            return "accept";
        } catch (AcpCapabilityException refused) {
            return "AcpCapabilityException " + refused.getCapability();
        }
    }

    /** The SDK itself refuses where neither mode is offered, and asks where either is. */
    private static void requireMode(CreateElicitationRequest question, SyncPromptContext context) {
        var offered = context.getClientCapabilities();
        if (!offered.supportsElicitation()) {
            return;
        }
        if (question.url() == null && !offered.supportsElicitationForm()) {
            throw new AcpCapabilityException("elicitation.form");
        }
        if (question.url() != null && !offered.supportsElicitationUrl()) {
            throw new AcpCapabilityException("elicitation.url");
        }
    }
}
