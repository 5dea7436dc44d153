/**
 * Expressions over the sizes of symbols, as dims of answers have them: read, printed and evaluated
 * without a server.
 */
package dev.shapewright.expression;
