module @quantized {
  func.func @main(%arg0: tensor<?x4xf32>, %arg1: tensor<4x8x!quant.uniform<i8<-127:127>:f32:1, {0.1, 0.2}>>) -> tensor<?x8xf32> {
    %0 = stablehlo.uniform_quantize %arg0 : (tensor<?x4xf32>) -> tensor<?x4x!quant.uniform<i8:f32, 5.000000e-01:3>>
    %1 = stablehlo.dot_general %0, %arg1, contracting_dims = [1] x [0] : (tensor<?x4x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<4x8x!quant.uniform<i8<-127:127>:f32:1, {0.1, 0.2}>>) -> tensor<?x8x!quant.uniform<i32:f32, 1.0>>
    %2 = stablehlo.uniform_dequantize %1 : (tensor<?x8x!quant.uniform<i32:f32, 1.0>>) -> tensor<?x8xf32>
    return %2 : tensor<?x8xf32>
  }
}
