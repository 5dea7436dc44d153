"""What clients can be asked, told once: Client and AsyncClient have a method for each of these."""
from __future__ import annotations

import inspect
from dataclasses import dataclass
from functools import wraps
from types import MappingProxyType
from typing import Any, Callable, Generator, Generic, Iterable, Mapping, Optional, Sequence, Tuple, TypeVar, Union

from . import conversation, requests
from .conversation import Call, Conversation, KnownModels, ModelRequest
from .evaluation import EvaluateResult, Evaluation, single
from .requests import Binding, Bindings, LayoutCases, MergeCases, Model, Observed, Question, Rules, Size
from .result import InferResult
from .v1 import chain_pb2, cost_pb2, evaluate_pb2, explain_pb2, guard_pb2, infer_pb2, kept_pb2, layout_pb2, merge_pb2, plan_pb2, registry_pb2, rewrite_pb2

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Asked(Generic[Answer]):
    """A question that a client is to put: the method that makes it returns this, the client's the answer."""

    talk: Generator[Call, object, Answer]
    """The conversation with the server, which ends with the answer."""
    deadline: Optional[float]
    """In seconds; None: the client's."""


def shown_as(ask: Callable[..., Asked]) -> Callable[[Callable[..., object]], Callable[..., object]]:
    """As functools.wraps, for a method of a client: help() tells of the answer, not of the question."""

    def decorate(method: Callable[..., object]) -> Callable[..., object]:
        signature = inspect.signature(ask)
        answer = signature.return_annotation[len("Asked[") : -1]
        vars(method)["__signature__"] = signature.replace(return_annotation=answer)
        return wraps(ask)(method)

    return decorate


def _result(talk: Conversation) -> Generator[Call, object, InferResult]:
    return InferResult((yield from talk))


def _evaluated(talk: Conversation, bindings: Sequence[evaluate_pb2.Binding]) -> Generator[Call, object, EvaluateResult]:
    return EvaluateResult((yield from talk), bindings)


def _only(talk: Generator[Call, object, EvaluateResult]) -> Generator[Call, object, Evaluation]:
    return single((yield from talk))


class Questions:
    """The methods of a client, without the calls, and what they remember of each other."""

    def __init__(self) -> None:
        self._known = KnownModels()

    def _about(self, model: Model, request: ModelRequest, deadline: Optional[float]) -> Asked[Any]:
        requests.add_input_types(model, request.model)
        return Asked(conversation.about(request, requests.stripped(model), self._known), deadline)

    def infer_shapes(
        self,
        model: Model,
        *,
        request: Optional[infer_pb2.InferShapesRequest] = None,
        strict: bool = False,
        stream: bool = False,
        rules: Optional[Rules] = None,
        deadline: Optional[float] = None,
    ) -> Asked[InferResult]:
        """Infers the types and shapes of a model's values. Its weights are not sent.

        A model, here and in all calls, is a path, bytes, an onnx.ModelProto, a jax.export.Exported, a graph_pb2.Model, an
        id that a server has told, or the InferResult of an earlier call.
        `request` holds anything else to ask for; `strict` makes a wrong model an error. `stream` takes the
        answer in pieces, as one that is too large for one message has to come. `rules` are for operators that
        the server does not know: `{"com.example:Half": "(x: T[N, C]) -> T[N, C//2]"}`, or a FunctionProto.
        """
        talk = self._about(model, requests.infer_request(request, strict, rules), deadline).talk
        return Asked(_result(conversation.streamed(talk) if stream else talk), deadline)

    def evaluate(
        self,
        model: Model,
        binding: Binding = MappingProxyType({}),
        /,
        *,
        values: Union[str, Iterable[str]] = (),
        request: Optional[evaluate_pb2.EvaluateShapesRequest] = None,
        rules: Optional[Rules] = None,
        deadline: Optional[float] = None,
        **sizes: Size,
    ) -> Asked[Evaluation]:
        """Tells the sizes of a model's outputs at one binding: `evaluate(model, batch=8, x=[8, 3])`.

        Sizes of symbols (numbers) and inputs (lists) are keywords, or in `binding` where their names are not identifiers
        or those of other arguments. The rest as in evaluate_shapes. A binding that does not fit the model is a
        ShapewrightError.
        """
        talk = self.evaluate_shapes(model, requests.bound(binding, sizes), values=values, request=request, rules=rules).talk
        return Asked(_only(talk), deadline)

    def evaluate_shapes(
        self,
        model: Model,
        bindings: Bindings = (),
        *,
        values: Union[str, Iterable[str]] = (),
        request: Optional[evaluate_pb2.EvaluateShapesRequest] = None,
        rules: Optional[Rules] = None,
        deadline: Optional[float] = None,
    ) -> Asked[EvaluateResult]:
        """Tells the sizes of a model's outputs, and of inner `values`, at given sizes, and whether they may be run.

        A binding such as `{"N": 8, "x": [8, 3]}` gives sizes of symbols and of inputs; it goes alone or in a list. One
        that does not fit the model has an `error` in its place. `request` holds anything else to ask for, such as
        memory. `rules` as in infer_shapes.
        """
        made = requests.evaluate_request(bindings, values, request, rules)
        return Asked(_evaluated(self._about(model, made, deadline).talk, made.bindings), deadline)

    def explain_shapes(
        self,
        model: Model,
        questions: Union[Question, Iterable[Question]],
        *,
        request: Optional[explain_pb2.ExplainShapesRequest] = None,
        deadline: Optional[float] = None,
    ) -> Asked[explain_pb2.ExplainShapesResponse]:
        """Tells why values, dims, elements or facts of a model are what they are, one explanation for each question.

        A question is the name of a value, or an ExplainQuestion. One about what the model does not have has an
        `error` in its place.
        """
        return self._about(model, requests.explain_request(questions, request), deadline)

    def plan_buckets(
        self,
        model: Model,
        axes: Mapping[str, Union[int, Sequence[int]]],
        bindings: Bindings = (),
        *,
        request: Optional[plan_pb2.PlanBucketsRequest] = None,
        deadline: Optional[float] = None,
    ) -> Asked[plan_pb2.PlanBucketsResponse]:
        """Evaluates a bucket for each combination of the sizes of `axes`, by symbol, and places bindings in them."""
        return self._about(model, requests.buckets_request(axes, bindings, request), deadline)

    def choose_buckets(
        self,
        model: Model,
        symbols: Union[str, Sequence[str]],
        observed: Observed,
        buckets: int,
        *,
        request: Optional[plan_pb2.ChooseBucketsRequest] = None,
        deadline: Optional[float] = None,
    ) -> Asked[plan_pb2.ChooseBucketsResponse]:
        """Chooses the buckets that pad the least: `choose_buckets(model, "S", {17: 3, 40: 1}, 2)`.

        Sizes of two symbols are observed as pairs: `{(17, 128): 3}`.
        """
        return self._about(model, requests.choose_request(symbols, observed, buckets, request), deadline)

    def plan_profiles(
        self,
        model: Model,
        premises: Union[str, Iterable[str]] = (),
        *,
        common: Mapping[str, int] = MappingProxyType({}),
        symbols: Union[str, Sequence[str]] = (),
        observed: Observed = MappingProxyType({}),
        profiles: int = 0,
        request: Optional[plan_pb2.PlanProfilesRequest] = None,
        deadline: Optional[float] = None,
    ) -> Asked[plan_pb2.PlanProfilesResponse]:
        """Gives the least, most common and greatest sizes to build engines for.

        `premises` are the ranges of symbols, such as `"1 <= batch <= 32"`; `common` are their most common sizes.
        With `symbols`, `observed` and `profiles`, as in `choose_buckets`, there are several profiles that hold what
        was observed.
        """
        made = requests.profiles_request(premises, common, symbols, observed, profiles, request)
        return self._about(model, made, deadline)

    def find_largest_sizes(
        self,
        model: Model,
        symbols: Union[str, Sequence[str]],
        budget: int,
        binding: Binding = MappingProxyType({}),
        *,
        bytes_of: Optional[str] = None,
        request: Optional[plan_pb2.FindLargestSizesRequest] = None,
        deadline: Optional[float] = None,
    ) -> Asked[plan_pb2.FindLargestSizesResponse]:
        """Finds the greatest size of a symbol within a budget in bytes: `find_largest_sizes(model, "N", 8 << 30)`.

        Of two symbols, the pairs that fit. `binding` gives everything else. The budget is for the memory of a run, or
        for the value that `bytes_of` names; `request` may name other quantities.
        """
        made = requests.largest_request(symbols, budget, binding, bytes_of, request)
        return self._about(model, made, deadline)

    def find_symbols_to_bind(
        self,
        model: Model,
        goal: int = plan_pb2.FindSymbolsToBindRequest.GOAL_STATIC,
        values: Union[str, Iterable[str]] = (),
        *,
        request: Optional[plan_pb2.FindSymbolsToBindRequest] = None,
        deadline: Optional[float] = None,
    ) -> Asked[plan_pb2.FindSymbolsToBindResponse]:
        """Finds the fewest symbols that have to be bound, so that all sizes of `values` are numbers; of all values if
        none are named. Other goals: that sizes have upper bounds, that tensors are small."""
        return self._about(model, requests.bind_request(goal, values, request), deadline)

    def compile_guard(
        self,
        model: Model,
        *,
        as_runtime: str = "",
        request: Optional[guard_pb2.CompileGuardRequest] = None,
        deadline: Optional[float] = None,
    ) -> Asked[guard_pb2.CompileGuardResponse]:
        """Compiles what must hold of requests into a program: `Guard(client.compile_guard(model).program)`.

        `as_runtime="onnxruntime"`: what that runtime demands beyond the specification has to hold, too. `request` holds
        anything else: premises of the model, inner values, memory, the largest request.
        """
        return self._about(model, requests.guard_request(request, as_runtime), deadline)

    def estimate_cost(
        self,
        model: Model,
        bindings: Bindings = (),
        *,
        by: Union[str, Sequence[str]] = (),
        convention: str = "",
        request: Optional[cost_pb2.EstimateCostRequest] = None,
        rules: Optional[Rules] = None,
        deadline: Optional[float] = None,
    ) -> Asked[cost_pb2.EstimateCostResponse]:
        """Counts the operations and bytes of a run, as expressions and at given sizes.

        `by` lists parts, too: "scope", "op", "node", "type". `convention` is what flops counts: "arithmetic", "matrix",
        "torch", "fvcore", "onnx_tool". `request` holds anything else to ask for, such as memory or a machine.
        `cost_table(response)` makes a table of the answer.
        """
        asked = requests.cost_request(bindings, by, convention, request, rules)
        return self._about(model, asked, deadline)

    def rewrite_model(
        self,
        model: Model,
        request: rewrite_pb2.RewriteModelRequest,
        *,
        deadline: Optional[float] = None,
    ) -> Asked[rewrite_pb2.RewriteModelResponse]:
        """Tells how a model is rewritten: frozen to sizes, simplified, or for any batch. The answer has edits, no weights;
        shapewright.freeze(), simplify() and rebatch() make them."""
        return self._about(model, requests.rewrite_request(request), deadline)

    def describe_model(
        self,
        model: Model,
        *,
        request: Optional[registry_pb2.DescribeModelRequest] = None,
        deadline: Optional[float] = None,
    ) -> Asked[registry_pb2.DescribeModelResponse]:
        """Tells what model servers say of a model (KServe v2 metadata), and whether requests can be put together.

        `request` holds anything else to say of the model, such as premises.
        """
        return self._about(model, requests.describe_request(request), deadline)

    def infer_chain(
        self,
        stages: Mapping[str, Model],
        links: Iterable[Tuple[str, str]] = (),
        *,
        states: Iterable[Tuple[str, str]] = (),
        request: Optional[chain_pb2.InferChainRequest] = None,
        deadline: Optional[float] = None,
    ) -> Asked[chain_pb2.InferChainResponse]:
        """Infers models that run one after the other as one.

        `stages` are the models by the names of their stages. `links` are pairs of an output and the input that it is,
        `("encoder.hidden", "decoder.hidden")`; `states` pairs of an output and the input that it is in the next step
        of its stage. `request` holds anything else to say, such as premises and bindings.
        """
        return Asked(conversation.single(requests.chain_request(stages, links, states, request)), deadline)

    def merge_shapes(
        self,
        cases: MergeCases,
        *,
        deadline: Optional[float] = None,
    ) -> Asked[merge_pb2.MergeShapesResponse]:
        """Combines and compares partly known shapes."""
        return Asked(conversation.single(requests.merge_request(cases)), deadline)

    def compute_layout(
        self,
        cases: LayoutCases,
        *,
        deadline: Optional[float] = None,
    ) -> Asked[layout_pb2.ComputeLayoutResponse]:
        """Computes how tensors lie in memory."""
        return Asked(conversation.single(requests.layout_request(cases)), deadline)

    def upload_model(self, model: Model, *, deadline: Optional[float] = None) -> Asked[str]:
        """Sends a model, without its weights, and gives the id to name it by."""
        return Asked(conversation.upload(requests.stripped(model)), deadline)

    def list_models(
        self, *, page_token: str = "", deadline: Optional[float] = None
    ) -> Asked[kept_pb2.ListModelsResponse]:
        """Lists the models that the server keeps, of at most 1,000 in an answer; for those whom the
        server allows it. `page_token`: `next_page_token` of the answer before."""
        request = kept_pb2.ListModelsRequest(page_token=page_token)
        return Asked(conversation.single(request), deadline)

    def evict_model(
        self, model: Model, *, deadline: Optional[float] = None
    ) -> Asked[kept_pb2.EvictModelResponse]:
        """Has the server forget a model; for those whom the server allows it."""
        return Asked(conversation.single(kept_pb2.EvictModelRequest(model_id=requests.id_of(model))), deadline)

    def get_capabilities(
        self, *, deadline: Optional[float] = None
    ) -> Asked[registry_pb2.GetCapabilitiesResponse]:
        """Tells what the server can do."""
        return Asked(conversation.single(registry_pb2.GetCapabilitiesRequest()), deadline)
