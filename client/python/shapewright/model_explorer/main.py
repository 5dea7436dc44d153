"""The adapter: Model Explorer imports the module `main` of an extension, and finds the class in it."""
from __future__ import annotations

from pathlib import Path
from typing import Any, Dict

from model_explorer import Adapter, AdapterMetadata, ModelExplorerGraphs, graph_builder

from ..shared_client import default_client
from .convert import GraphOfModel, NodeOfGraph, graphs_of, shapes_request


def _pairs(attributes: Dict[str, str]) -> Any:
    return [graph_builder.KeyValue(key, value) for key, value in attributes.items()]


def _metadata(items: Any) -> Any:
    return [graph_builder.MetadataItem(str(i), _pairs(item)) for i, item in enumerate(items)]


def _node(node: NodeOfGraph) -> graph_builder.GraphNode:
    style = graph_builder.GraphNodeStyle(node.background, node.border) if node.background or node.border else None
    return graph_builder.GraphNode(
        id=node.id,
        label=node.label,
        namespace=node.namespace,
        subgraphIds=node.subgraphs,
        attrs=_pairs(node.attributes),
        incomingEdges=[graph_builder.IncomingEdge(*edge) for edge in node.edges],
        inputsMetadata=_metadata(node.inputs),
        outputsMetadata=_metadata(node.outputs),
        style=style,
    )


def _graph(graph: GraphOfModel) -> graph_builder.Graph:
    return graph_builder.Graph(
        id=graph.id, nodes=[_node(node) for node in graph.nodes], groupNodeAttributes={"": graph.attributes}
    )


class ShapewrightAdapter(Adapter):
    """Asks the server at SHAPEWRIGHT_TARGET, else one that this process starts."""

    metadata = AdapterMetadata(
        id="shapewright_onnx",
        name="Shapewright",
        description="ONNX models with symbolic shapes, what must hold, and what is wrong",
        fileExts=["onnx"],
    )

    def convert(self, model_path: str, settings: Dict[str, Any]) -> ModelExplorerGraphs:
        import onnx

        result = default_client().infer_shapes(Path(model_path), request=shapes_request(), stream=True)
        model = onnx.load(model_path, load_external_data=False)
        return {"graphs": [_graph(graph) for graph in graphs_of(model, result.response)]}
