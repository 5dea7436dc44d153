"""BentoML: a service that is guarded. `bentoml serve bentoml_service:GuardedService`."""
from typing import Any, Dict, List

import bentoml
from bentoml.exceptions import InvalidArgument

from guarded import Batches, Guarded, Refused, decode, encode


@bentoml.service(name="model")
class GuardedService:
    def __init__(self) -> None:
        self._batches = Batches(Guarded.from_environment())

    @bentoml.api(route="/v2/models/model/infer")
    async def infer(self, inputs: List[Dict[str, Any]], id: str = "") -> Dict[str, Any]:
        try:
            return encode(await self._batches.submit(decode({"inputs": inputs})), "model", id)
        except Refused as error:
            raise InvalidArgument(str(error)) from error
