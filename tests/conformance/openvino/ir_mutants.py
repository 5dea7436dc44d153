"""Mutants of the text of an IR. The dims of ports are taken out first: OpenVINO does not read them."""
import re

MOST_TEXT = 400_000
NUMBERS = (-1, 0, 1, 2, 3, 4, 5, 7)
_DATA = re.compile(r"<data ([^<>]*?)\s*/?>")
_ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')
_EDGE = re.compile(r'<edge from-layer="(\d+)" from-port="(\d+)" to-layer="(\d+)" to-port="(\d+)"')
_VERSION = re.compile(r'version="opset(\d+)"')


def without_port_dims(xml):
    return re.sub(r"<dim>-?\d+</dim>\s*", "", xml)


def _number(text, rng):
    parts = text.split(",")
    parts[rng.randrange(len(parts))] = str(rng.choice(NUMBERS))
    return ",".join(parts)


def _change_attribute(xml, rng):
    """An attribute of a layer: a number, a word of another layer, a flag; or it is left out."""
    data = rng.choice(list(_DATA.finditer(xml)))
    attributes = list(_ATTRIBUTE.finditer(data.group(1)))
    if not attributes:
        return None
    chosen = rng.choice(attributes)
    key, value = chosen.groups()
    if key in ("offset", "size", "element_type") and "offset=" in data.group(1):
        return None
    if re.fullmatch(r"-?\d+(, ?-?\d+)*", value):
        changed = _number(value, rng)
    elif value in ("true", "false"):
        changed = "false" if value == "true" else "true"
    else:
        others = sorted({found.group(2) for found in _ATTRIBUTE.finditer(xml) if found.group(1) == key})
        changed = rng.choice(others)
    if changed == value:
        return None
    begin = data.start(1)
    if rng.random() < 0.1:
        return xml[: begin + chosen.start()] + xml[begin + chosen.end() :], f"{key} left out at {begin}"
    return xml[: begin + chosen.start(2)] + changed + xml[begin + chosen.end(2) :], f"{key} {value} -> {changed} at {begin}"


def _change_edge(xml, rng):
    """Another source of an operand, mostly one of before."""
    edges = list(_EDGE.finditer(xml))
    edge, other = rng.choice(edges), rng.choice(edges)
    source = other.group(1), other.group(2)
    if source == (edge.group(1), edge.group(2)) or int(source[0]) >= int(edge.group(3)):
        return None
    text = f'<edge from-layer="{source[0]}" from-port="{source[1]}" to-layer="{edge.group(3)}" to-port="{edge.group(4)}"'
    return xml[: edge.start()] + text + xml[edge.end() :], f"{edge.group(0)} from {':'.join(source)}"


def _change_version(xml, rng):
    found = rng.choice(list(_VERSION.finditer(xml)))
    version = rng.randint(1, 16)
    if version == int(found.group(1)):
        return None
    return xml[: found.start(1)] + str(version) + xml[found.end(1) :], f"opset{found.group(1)} -> {version} at {found.start()}"


def mutant(xml, rng):
    """The text, and what was changed."""
    xml = without_port_dims(xml)
    while True:
        change = rng.choice((_change_attribute, _change_attribute, _change_attribute, _change_edge, _change_edge, _change_version))
        changed = change(xml, rng)
        if changed is not None:
            return changed
