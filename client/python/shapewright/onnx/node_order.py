"""Models whose nodes are in no order: a copy that has one, and the way back."""
from __future__ import annotations

import heapq
from typing import Any, Dict, Iterator, List, Set, Tuple

_UNDEFINED = "shapewright.undefined."


def _bodies(node: Any) -> Iterator[Any]:
    for attribute in node.attribute:
        if attribute.HasField("g"):
            yield attribute.g
        yield from attribute.graphs


def _uses(node: Any) -> Iterator[str]:
    """The values that a node needs, those of its bodies too."""
    yield from node.input
    for body in _bodies(node):
        for inner in body.node:
            yield from _uses(inner)
        yield from (value.name for value in body.output)


def _order(nodes: Any) -> Tuple[List[int], Set[int]]:
    """An order in which each node comes after what it needs, and the nodes that this cannot be said of.

    Of the nodes that may come next the first goes first.
    """
    makers: Dict[str, int] = {}
    for index, node in enumerate(nodes):
        for name in filter(None, node.output):
            makers.setdefault(name, index)
    needs = [{makers[name] for name in _uses(node) if name in makers} for node in nodes]
    users: List[List[int]] = [[] for _ in nodes]
    for index, needed in enumerate(needs):
        for maker in needed:
            users[maker].append(index)
    ready = [index for index, needed in enumerate(needs) if not needed]
    order: List[int] = []
    done: Set[int] = set()
    cut: Set[int] = set()
    first_left = 0
    while len(order) < len(needs):
        if not ready:
            while first_left in done:
                first_left += 1
            cut.add(first_left)
            ready.append(first_left)
        index = heapq.heappop(ready)
        order.append(index)
        done.add(index)
        for user in users[index]:
            needs[user].discard(index)
            if not needs[user] and user not in done:
                heapq.heappush(ready, user)
    return order, cut


def _cut(node: Any, undefined: Set[str]) -> None:
    names = [_UNDEFINED + name if name in undefined else name for name in node.input]
    del node.input[:]
    node.input.extend(names)


def _sort(graph: Any) -> None:
    order, cut = _order(graph.node)
    nodes = [type(node).FromString(node.SerializeToString()) for node in graph.node]
    later = {name for node in nodes for name in node.output}
    for index in order:
        if index in cut:
            _cut(nodes[index], later)
        later.difference_update(nodes[index].output)
        for body in _bodies(nodes[index]):
            _sort(body)
    del graph.node[:]
    graph.node.extend(nodes[index] for index in order)


def sorted_copy(model: Any) -> Any:
    """A ModelProto with the nodes of all graphs and functions in order.

    Of a cycle, some node uses values that nobody defines.
    """
    copy = type(model).FromString(model.SerializeToString())
    for graph in [*copy.functions, copy.graph]:
        _sort(graph)
    return copy


def _take(graph: Any, source: Any, fields: Tuple[str, ...]) -> None:
    for field in fields:
        graph.ClearField(field)
        getattr(graph, field).extend(getattr(source, field))
    for place, index in enumerate(_order(graph.node)[0]):
        for body, other in zip(_bodies(graph.node[index]), _bodies(source.node[place])):
            _take(body, other, ("input", "output", "value_info"))


def take_types(model: Any, source: Any) -> None:
    """Takes what was written into the sorted_copy() of the model over into the model."""
    for function, other in zip(model.functions, source.functions):
        _take(function, other, ("value_info",))
    _take(model.graph, source.graph, ("output", "value_info"))
