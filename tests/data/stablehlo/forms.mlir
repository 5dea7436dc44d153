module @forms attributes {mhlo.num_partitions = 1 : i32} {
  func.func public @main(%arg0: tensor<2x?xf32>, %arg1: tensor<4xf32>, %arg2: tensor<2xi32>, %arg3: !stablehlo.token, %arg4: tensor<3x?xf32, #stablehlo.bounds<?, 8>>) -> (tensor<2x?xf32>, tensor<4xf32>) {
    %c = stablehlo.constant dense<3> : tensor<i32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %c_0 = stablehlo.constant dense<7> : tensor<1xi64>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<2xf32>
    %c_2 = stablehlo.constant dense<true> : tensor<i1>
    %0 = stablehlo.tuple %arg0, %arg1 : tuple<tensor<2x?xf32>, tensor<4xf32>>
    %1 = stablehlo.get_tuple_element %0[0] : (tuple<tensor<2x?xf32>, tensor<4xf32>>) -> tensor<2x?xf32>
    %2:2 = stablehlo.optimization_barrier %1, %arg1 : tensor<2x?xf32>, tensor<4xf32>
    %3 = stablehlo.after_all %arg3, %arg3 : !stablehlo.token
    %4 = stablehlo.create_token : !stablehlo.token
    %5:2 = "stablehlo.infeed"(%4) <{infeed_config = "c", layout = [[0]]}> : (!stablehlo.token) -> (tensor<4xi32>, !stablehlo.token)
    %6 = stablehlo.set_dimension_size %arg1, %c, dim = 0 : (tensor<4xf32>, tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<4>>
    %cst_3 = stablehlo.constant {note = "kept"} dense<[[1.500000e+00, -2.000000e+00, 0x7F800000], [0.000000e+00, 1.000000e+10, -0.000000e+00]]> : tensor<2x3xf32>
    %c_4 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
    %c_5 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    %cst_6 = stablehlo.constant dense<(1.000000e+00,-1.000000e+00)> : tensor<complex<f32>>
    %c_7 = stablehlo.constant dense<> : tensor<0x3xi64>
    %c_8 = stablehlo.constant dense<-1> : tensor<5000xi64>
    %7 = stablehlo.rng %cst, %cst, %c_0, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<?xf32>
    %8 = stablehlo.partition_id : tensor<ui32>
    %9 = "stablehlo.all_gather"(%cst_3) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x6xf32>
    %10 = "stablehlo.all_reduce"(%cst_3) <{replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>}> ({
    ^bb0(%arg5: tensor<f32>, %arg6: tensor<f32>):
      %20 = stablehlo.add %arg5, %arg6 : tensor<f32>
      stablehlo.return %20 : tensor<f32>
    }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %11 = "stablehlo.batch_norm_inference"(%arg0, %cst_1, %cst_1, %cst_1, %cst_1) <{epsilon = 9.99999974E-6 : f32, feature_index = 0 : i64}> : (tensor<2x?xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x?xf32>
    %12 = stablehlo.custom_call @foo(%cst_3) {backend_config = "a\22b", called_computations = [@helper]} : (tensor<2x3xf32>) -> tensor<*xf32>
    %13 = stablehlo.dynamic_pad %cst_1, %cst, %c_0, %c_0, %c_0 : (tensor<2xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
    %14 = chlo.broadcast_add %cst_3, %cst_1 {broadcast_dimensions = array<i64: 0>} : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
    %15 = chlo.erf %cst_3 : tensor<2x3xf32> -> tensor<2x3xf32>
    %values, %indices = chlo.top_k(%cst_3, k = 2) : tensor<2x3xf32> -> (tensor<2x2xf32>, tensor<2x2xi32>)
    %16 = chlo.broadcast_compare %cst_3, %cst_3 {comparison_direction = #chlo<comparison_direction LT>} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %17 = stablehlo.einsum %cst_3, %cst_3, config = "ab,cb->ac" : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
    %18 = "stablehlo.torch_index_select"(%cst_3, %arg2) <{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
    %19 = "stablehlo.if"(%c_2) ({
      stablehlo.return %cst_3 : tensor<2x3xf32>
    }, {
      stablehlo.return %10 : tensor<2x3xf32>
    }) : (tensor<i1>) -> tensor<2x3xf32>
    return %2#0, %arg1 : tensor<2x?xf32>, tensor<4xf32>
  }
  func.func private @helper(tensor<f32>) -> tensor<f32>
}

