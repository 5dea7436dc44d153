"""The bytes of a serialized model: read, stripped of weights and completed without parsing it."""
