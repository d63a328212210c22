"""Reads a part of a window as a screen reader gets it, by AT-SPI, and prints it, one object a line.

reading.py NAME: the part is the first whose name begins with NAME, or the first dialog where NAME is `dialog`.
Fails, with what there is on the error output, when there is none.
"""

import sys

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # noqa: E402

STATES = {
    Atspi.StateType.CHECKED: "checked",
    Atspi.StateType.EXPANDED: "expanded",
    Atspi.StateType.REQUIRED: "required",
    Atspi.StateType.INVALID_ENTRY: "invalid",
    Atspi.StateType.FOCUSED: "focused",
    Atspi.StateType.MODAL: "modal",
}

# What is read as a whole, with what stands in it.
SPEAKS = (Atspi.Role.PARAGRAPH, Atspi.Role.HEADING, Atspi.Role.LABEL, Atspi.Role.LIST_ITEM)
CONTROLS = (Atspi.Role.PUSH_BUTTON, Atspi.Role.CHECK_BOX, Atspi.Role.RADIO_BUTTON, Atspi.Role.ENTRY)


def children(node):
    for at in range(node.get_child_count()):
        child = node.get_child_at_index(at)
        if child is not None:
            yield child


def walk(node, depth=0):
    yield node, depth
    for child in children(node):
        yield from walk(child, depth + 1)


def text_of(node):
    """What stands in it, without what its children say."""
    text = node.get_text_iface()
    if text is None or (node.get_child_count() > 0 and node.get_role() not in SPEAKS):
        return ""
    # Each child stands in the text as one sign.
    return " ".join(Atspi.Text.get_text(text, 0, -1).replace("\ufffc", " ").split())


def line(node):
    states = node.get_state_set()
    # Newer systems have the shorter word.
    words = [node.get_role_name().removeprefix("push ")]
    name = " ".join((node.get_name() or "").split())
    text = text_of(node)
    description = " ".join((node.get_description() or "").split())
    said = [word for state, word in STATES.items() if states.contains(state)]
    if node.get_role() in CONTROLS and not states.contains(Atspi.StateType.SENSITIVE):
        said.append("off")
    # What only groups is passed over.
    if not (name or text or description or said):
        return None
    if name:
        words.append(f'"{name}"')
    if said:
        words.append(f"({', '.join(said)})")
    if text and text != name:
        words.append(f": {text}")
    if description:
        words.append(f"– {description}")
    return " ".join(words)


def printed(node, depth=0):
    said = line(node)
    if said is not None:
        print("  " * depth + said)
        depth += 1
    for child in children(node):
        printed(child, depth)


def main():
    wanted = sys.argv[1]
    everything = []
    for app in children(Atspi.get_desktop(0)):
        for node, depth in walk(app):
            everything.append((node, depth))
            dialog = node.get_role() in (Atspi.Role.DIALOG, Atspi.Role.ALERT)
            if (wanted == "dialog" and dialog) or (wanted != "dialog" and (node.get_name() or "").startswith(wanted)):
                printed(node)
                return 0
    for node, depth in everything:
        print("  " * depth + (line(node) or "-"), file=sys.stderr)
    return 1


sys.exit(main())
