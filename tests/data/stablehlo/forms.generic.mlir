"builtin.module"() <{sym_name = "forms"}> ({
  "func.func"() <{function_type = (tensor<2x?xf32>, tensor<4xf32>, tensor<2xi32>, !stablehlo.token, tensor<3x?xf32, #stablehlo.bounds<?, 8>>) -> (tensor<2x?xf32>, tensor<4xf32>), sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2x?xf32>, %arg1: tensor<4xf32>, %arg2: tensor<2xi32>, %arg3: !stablehlo.token, %arg4: tensor<3x?xf32, #stablehlo.bounds<?, 8>>):
    %0 = "stablehlo.constant"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
    %1 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %2 = "stablehlo.constant"() <{value = dense<7> : tensor<1xi64>}> : () -> tensor<1xi64>
    %3 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<2xf32>}> : () -> tensor<2xf32>
    %4 = "stablehlo.constant"() <{value = dense<true> : tensor<i1>}> : () -> tensor<i1>
    %5 = "stablehlo.tuple"(%arg0, %arg1) : (tensor<2x?xf32>, tensor<4xf32>) -> tuple<tensor<2x?xf32>, tensor<4xf32>>
    %6 = "stablehlo.get_tuple_element"(%5) <{index = 0 : i32}> : (tuple<tensor<2x?xf32>, tensor<4xf32>>) -> tensor<2x?xf32>
    %7:2 = "stablehlo.optimization_barrier"(%6, %arg1) : (tensor<2x?xf32>, tensor<4xf32>) -> (tensor<2x?xf32>, tensor<4xf32>)
    %8 = "stablehlo.after_all"(%arg3, %arg3) : (!stablehlo.token, !stablehlo.token) -> !stablehlo.token
    %9 = "stablehlo.create_token"() : () -> !stablehlo.token
    %10:2 = "stablehlo.infeed"(%9) <{infeed_config = "c", layout = [[0]]}> : (!stablehlo.token) -> (tensor<4xi32>, !stablehlo.token)
    %11 = "stablehlo.set_dimension_size"(%arg1, %0) <{dimension = 0 : i64}> : (tensor<4xf32>, tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<4>>
    %12 = "stablehlo.constant"() <{value = dense<[[1.500000e+00, -2.000000e+00, 0x7F800000], [0.000000e+00, 1.000000e+10, -0.000000e+00]]> : tensor<2x3xf32>}> {note = "kept"} : () -> tensor<2x3xf32>
    %13 = "stablehlo.constant"() <{value = dense<[true, false, true]> : tensor<3xi1>}> : () -> tensor<3xi1>
    %14 = "stablehlo.constant"() <{value = dense<[1, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>
    %15 = "stablehlo.constant"() <{value = dense<(1.000000e+00,-1.000000e+00)> : tensor<complex<f32>>}> : () -> tensor<complex<f32>>
    %16 = "stablehlo.constant"() <{value = dense<> : tensor<0x3xi64>}> : () -> tensor<0x3xi64>
    %17 = "stablehlo.constant"() <{value = dense<-1> : tensor<5000xi64>}> : () -> tensor<5000xi64>
    %18 = "stablehlo.rng"(%1, %1, %2) <{rng_distribution = #stablehlo<rng_distribution UNIFORM>}> : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<?xf32>
    %19 = "stablehlo.partition_id"() : () -> tensor<ui32>
    %20 = "stablehlo.all_gather"(%12) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x6xf32>
    %21 = "stablehlo.all_reduce"(%12) <{replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>}> ({
    ^bb0(%arg5: tensor<f32>, %arg6: tensor<f32>):
      %32 = "stablehlo.add"(%arg5, %arg6) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%32) : (tensor<f32>) -> ()
    }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %22 = "stablehlo.batch_norm_inference"(%arg0, %3, %3, %3, %3) <{epsilon = 9.99999974E-6 : f32, feature_index = 0 : i64}> : (tensor<2x?xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x?xf32>
    %23 = "stablehlo.custom_call"(%12) <{api_version = 1 : i32, backend_config = "a\22b", call_target_name = "foo", called_computations = [@helper]}> : (tensor<2x3xf32>) -> tensor<*xf32>
    %24 = "stablehlo.dynamic_pad"(%3, %1, %2, %2, %2) : (tensor<2xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
    %25 = "chlo.broadcast_add"(%12, %3) <{broadcast_dimensions = array<i64: 0>}> : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
    %26 = "chlo.erf"(%12) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %27:2 = "chlo.top_k"(%12) <{k = 2 : i64}> : (tensor<2x3xf32>) -> (tensor<2x2xf32>, tensor<2x2xi32>)
    %28 = "chlo.broadcast_compare"(%12, %12) <{comparison_direction = #chlo<comparison_direction LT>}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %29 = "stablehlo.einsum"(%12, %12) <{einsum_config = "ab,cb->ac"}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
    %30 = "stablehlo.torch_index_select"(%12, %arg2) <{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
    %31 = "stablehlo.if"(%4) ({
      "stablehlo.return"(%12) : (tensor<2x3xf32>) -> ()
    }, {
      "stablehlo.return"(%21) : (tensor<2x3xf32>) -> ()
    }) : (tensor<i1>) -> tensor<2x3xf32>
    "func.return"(%7#0, %arg1) : (tensor<2x?xf32>, tensor<4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<f32>) -> tensor<f32>, sym_name = "helper", sym_visibility = "private"}> ({
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32} : () -> ()

