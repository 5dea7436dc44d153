package dev.shapewright;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shapewright.v1.ModelSpec;
import java.util.List;
import org.junit.jupiter.api.Test;

class KnownModelsTest {
  /** However many servers take turns, all come to be sent the model, and then none is again. */
  @Test
  void serversThatTakeTurnsAreAllSentTheModel() {
    for (int servers = 1; servers < 9; servers++) {
      KnownModels known = new KnownModels();
      boolean[] knows = new boolean[servers];
      int turn = 0;
      int late = 0;
      for (int call = 0; call < 200; call++) {
        if (known.isNamed("m")) {
          if (knows[turn++ % servers]) {
            continue;
          }
          known.missed("m");
        }
        knows[turn++ % servers] = true;
        known.sent("m");
        late += call >= 100 ? 1 : 0;
      }
      for (boolean server : knows) {
        assertTrue(server, servers + " servers");
      }
      assertEquals(0, late, servers + " servers");
    }
  }

  @Test
  void whatIsKnownIsBounded() {
    KnownModels known = new KnownModels();
    for (int i = 0; i < 3 * KnownModels.MAX_KNOWN; i++) {
      known.sent("model " + i);
    }
    assertEquals(KnownModels.MAX_KNOWN, known.size());
    assertFalse(known.isNamed("model 0"));
    ModelSpec large = Models.onnx(new byte[KnownModels.MAX_SPEC_BYTES / 3]);
    List.of("a", "b", "c", "d").forEach(id -> known.told(id, large, ""));
    assertNull(known.spec("a"));
    assertNotNull(known.spec("d"));
    assertTrue(known.specBytes() <= KnownModels.MAX_SPEC_BYTES);
  }
}
