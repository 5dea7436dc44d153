package dev.shapewright;

import dev.shapewright.v1.ModelSpec;
import java.util.Iterator;
import java.util.LinkedHashMap;

/**
 * Models and inferences that are named by their ids alone, as a server has answered for them.
 *
 * <p>Behind one target there may be several servers, each of which must be sent the model once, and
 * nobody can tell which one a call reaches: after the n-th time that one did not know a model, the
 * next n calls send it too, whoever they reach, so that all of them come to know it.
 */
final class KnownModels {
  static final int MAX_KNOWN = 1024;
  static final int MAX_SPEC_BYTES = 64 << 20;
  private static final int MAX_SENDS = 16;

  /** How often a model was missed, and how many calls still send it. */
  private record Sends(int misses, int left) {}

  /** What an inference stands for, and the route to that model. */
  private record Told(ModelSpec spec, String route) {}

  /** A map whose entries are in the order of their last use. */
  private static final class LatestMap<V> extends LinkedHashMap<String, V> {
    private static final long serialVersionUID = 1;

    LatestMap() {
      super(16, 0.75f, true);
    }

    V removeOldest() {
      Iterator<V> values = values().iterator();
      V oldest = values.next();
      values.remove();
      return oldest;
    }
  }

  private final LatestMap<Sends> models = new LatestMap<>();
  private final LatestMap<Told> specs = new LatestMap<>();
  private long specBytes;

  /** Whether to send only the id. */
  synchronized boolean isNamed(String id) {
    Sends model = models.get(id);
    return model != null && model.left == 0;
  }

  /** A server has answered for the model itself. */
  synchronized void sent(String id) {
    Sends model = models.getOrDefault(id, new Sends(0, 0));
    models.put(id, new Sends(model.misses, Math.max(model.left - 1, 0)));
    if (models.size() > MAX_KNOWN) {
      models.removeOldest();
    }
  }

  /** A server did not know the id; the model goes to one at once. */
  synchronized void missed(String id) {
    Sends model = models.get(id);
    if (model != null) {
      int misses = Math.min(model.misses + 1, MAX_SENDS);
      models.put(id, new Sends(misses, 1 + misses));
    }
  }

  /** A server has said that the inference stands for this. */
  synchronized void told(String inferenceId, ModelSpec spec, String route) {
    int size = spec.getSerializedSize();
    if (specs.get(inferenceId) != null || size > MAX_SPEC_BYTES) {
      return;
    }
    specs.put(inferenceId, new Told(spec, route));
    specBytes += size;
    while (specBytes > MAX_SPEC_BYTES || specs.size() > MAX_KNOWN) {
      specBytes -= specs.removeOldest().spec.getSerializedSize();
    }
  }

  /** What an inference stands for; null if nobody has told, or it was long ago. */
  synchronized ModelSpec spec(String inferenceId) {
    Told told = specs.get(inferenceId);
    return told == null ? null : told.spec;
  }

  /** The route to the model that an inference stands for, as far as it was told. */
  synchronized String route(String inferenceId) {
    Told told = specs.get(inferenceId);
    return told == null ? inferenceId : told.route;
  }

  synchronized int size() {
    return models.size();
  }

  synchronized long specBytes() {
    return specBytes;
  }
}
