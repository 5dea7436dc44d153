package dev.shapewright.expression;

import dev.shapewright.v1.ElementType;
import java.util.List;

/**
 * An input of a request that a {@link Guard} checks.
 *
 * @param sizes of its axes
 * @param elementType {@code ELEMENT_TYPE_UNSPECIFIED}: any
 * @param elements of a small integer input, row-major, where shapes depend on them; empty: not
 *     known
 */
public record GuardTensor(List<Long> sizes, ElementType elementType, List<Long> elements) {
  /**
   * An input of which only the sizes are known.
   *
   * @param sizes of its axes
   * @return the tensor
   */
  public static GuardTensor of(long... sizes) {
    List<Long> list = java.util.Arrays.stream(sizes).boxed().toList();
    return new GuardTensor(list, ElementType.ELEMENT_TYPE_UNSPECIFIED, List.of());
  }
}
