"""MLServer: a runtime that is guarded. `mlserver start FOLDER`, with model-settings.json beside it."""
from mlserver import MLModel
from mlserver.errors import InferenceError
from mlserver.types import InferenceRequest, InferenceResponse

from guarded import Batches, Guarded, Refused, decode, encode


class GuardedRuntime(MLModel):
    async def load(self) -> bool:
        self._batches = Batches(Guarded.from_environment())
        return True

    async def predict(self, payload: InferenceRequest) -> InferenceResponse:
        try:
            outputs = await self._batches.submit(decode(payload.model_dump(mode="json")))
        except Refused as error:
            raise InferenceError(str(error)) from error
        return InferenceResponse.model_validate(encode(outputs, self.name, payload.id))
