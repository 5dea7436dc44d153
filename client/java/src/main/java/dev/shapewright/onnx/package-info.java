/** What becomes of ONNX models before they are sent: they lose their weights. */
package dev.shapewright.onnx;
