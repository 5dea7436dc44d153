#!/usr/bin/env python3
"""KServe: a model server that is guarded. `kserve_server.py --model_name NAME`, with all flags of KServe's servers."""
import argparse

from kserve import InferOutput, InferRequest, InferResponse, Model, ModelServer, model_server
from kserve.errors import InvalidInput
from kserve.utils.utils import generate_uuid

from guarded import DATATYPES, Batches, Guarded, Refused


class GuardedModel(Model):
    def load(self) -> bool:
        self._batches = Batches(Guarded.from_environment())
        self.ready = True
        return self.ready

    async def predict(self, payload: InferRequest, headers=None, response_headers=None) -> InferResponse:
        try:
            outputs = await self._batches.submit({each.name: each.as_numpy() for each in payload.inputs})
        except Refused as error:
            raise InvalidInput(str(error)) from error
        answers = [InferOutput(name, list(array.shape), DATATYPES[array.dtype]) for name, array in outputs.items()]
        for answer, array in zip(answers, outputs.values()):
            answer.set_data_from_numpy(array, binary_data=False)
        return InferResponse(payload.id or generate_uuid(), self.name, answers)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(parents=[model_server.parser])
    model = GuardedModel(parser.parse_args().model_name)
    model.load()
    ModelServer().start([model])
