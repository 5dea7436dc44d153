module @jit__lambda attributes {jax.uses_shape_polymorphism = true, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<?x4xf32>) -> (tensor<?x4xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    %1 = stablehlo.compare GE, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%1, %0) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'b'. Using the following polymorphic shapes specifications: args[0].shape = (b, 4). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
    %2 = call @_wrapped_jax_export_main(%0, %arg0) : (tensor<i32>, tensor<?x4xf32>) -> tensor<?x4xf32>
    return %2 : tensor<?x4xf32>
  }
  func.func private @_wrapped_jax_export_main(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<?x4xf32>) -> (tensor<?x4xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %cst_0 = stablehlo.constant dense<1.14472985> : tensor<f32>
    %cst_1 = stablehlo.constant dense<3.14159274> : tensor<f32>
    %cst_2 = stablehlo.constant dense<0.918938517> : tensor<f32>
    %cst_3 = stablehlo.constant dense<2.01490307> : tensor<f32>
    %cst_4 = stablehlo.constant dense<7.500000e+00> : tensor<f32>
    %cst_5 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %cst_6 = stablehlo.constant dense<1.50563267E-7> : tensor<f32>
    %cst_7 = stablehlo.constant dense<7.000000e+00> : tensor<f32>
    %cst_8 = stablehlo.constant dense<9.98436917E-6> : tensor<f32>
    %cst_9 = stablehlo.constant dense<6.000000e+00> : tensor<f32>
    %cst_10 = stablehlo.constant dense<-0.138571098> : tensor<f32>
    %cst_11 = stablehlo.constant dense<5.000000e+00> : tensor<f32>
    %cst_12 = stablehlo.constant dense<12.5073433> : tensor<f32>
    %cst_13 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %cst_14 = stablehlo.constant dense<-176.615036> : tensor<f32>
    %cst_15 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %cst_16 = stablehlo.constant dense<771.323425> : tensor<f32>
    %cst_17 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %cst_18 = stablehlo.constant dense<-1259.13916> : tensor<f32>
    %cst_19 = stablehlo.constant dense<676.520386> : tensor<f32>
    %cst_20 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_21 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %0 = stablehlo.composite "chlo.erf" %arg1 {decomposition = @chlo.erf.impl, version = 1 : i32} : (tensor<?x4xf32>) -> tensor<?x4xf32>
    %1 = stablehlo.get_dimension_size %arg1, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    %2 = stablehlo.reshape %1 : (tensor<i32>) -> tensor<1xi32>
    %3 = stablehlo.get_dimension_size %arg1, dim = 1 : (tensor<?x4xf32>) -> tensor<i32>
    %4 = stablehlo.reshape %3 : (tensor<i32>) -> tensor<1xi32>
    %5 = stablehlo.concatenate %2, %4, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %6 = stablehlo.dynamic_broadcast_in_dim %cst_21, %5, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
    %7 = stablehlo.compare LT, %arg1, %6 : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xi1>
    %8 = stablehlo.negate %arg1 : tensor<?x4xf32>
    %9 = stablehlo.get_dimension_size %arg1, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    %10 = stablehlo.reshape %9 : (tensor<i32>) -> tensor<1xi32>
    %11 = stablehlo.get_dimension_size %arg1, dim = 1 : (tensor<?x4xf32>) -> tensor<i32>
    %12 = stablehlo.reshape %11 : (tensor<i32>) -> tensor<1xi32>
    %13 = stablehlo.concatenate %10, %12, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %14 = stablehlo.dynamic_broadcast_in_dim %cst_20, %13, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
    %15 = stablehlo.subtract %arg1, %14 : tensor<?x4xf32>
    %16 = stablehlo.select %7, %8, %15 : tensor<?x4xi1>, tensor<?x4xf32>
    %17 = stablehlo.get_dimension_size %arg1, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    %18 = stablehlo.reshape %17 : (tensor<i32>) -> tensor<1xi32>
    %19 = stablehlo.get_dimension_size %arg1, dim = 1 : (tensor<?x4xf32>) -> tensor<i32>
    %20 = stablehlo.reshape %19 : (tensor<i32>) -> tensor<1xi32>
    %21 = stablehlo.concatenate %18, %20, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %22 = stablehlo.dynamic_broadcast_in_dim %cst_20, %21, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
    %23 = stablehlo.get_dimension_size %arg1, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    %24 = stablehlo.reshape %23 : (tensor<i32>) -> tensor<1xi32>
    %25 = stablehlo.get_dimension_size %arg1, dim = 1 : (tensor<?x4xf32>) -> tensor<i32>
    %26 = stablehlo.reshape %25 : (tensor<i32>) -> tensor<1xi32>
    %27 = stablehlo.concatenate %24, %26, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %28 = stablehlo.dynamic_broadcast_in_dim %cst_19, %27, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
    %29 = stablehlo.get_dimension_size %arg1, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    %30 = stablehlo.reshape %29 : (tensor<i32>) -> tensor<1xi32>
    %31 = stablehlo.get_dimension_size %arg1, dim = 1 : (tensor<?x4xf32>) -> tensor<i32>
    %32 = stablehlo.reshape %31 : (tensor<i32>) -> tensor<1xi32>
    %33 = stablehlo.concatenate %30, %32, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %34 = stablehlo.dynamic_broadcast_in_dim %cst_20, %33, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
    %35 = stablehlo.add %16, %34 : tensor<?x4xf32>
    %36 = stablehlo.divide %28, %35 : tensor<?x4xf32>
    %37 = stablehlo.add %22, %36 : tensor<?x4xf32>
    %38 = stablehlo.get_dimension_size %arg1, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    %39 = stablehlo.reshape %38 : (tensor<i32>) -> tensor<1xi32>
    %40 = stablehlo.get_dimension_size %arg1, dim = 1 : (tensor<?x4xf32>) -> tensor<i32>
    %41 = stablehlo.reshape %40 : (tensor<i32>) -> tensor<1xi32>
    %42 = stablehlo.concatenate %39, %41, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %43 = stablehlo.dynamic_broadcast_in_dim %cst_18, %42, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
    %44 = stablehlo.get_dimension_size %arg1, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    %45 = stablehlo.reshape %44 : (tensor<i32>) -> tensor<1xi32>
    %46 = stablehlo.get_dimension_size %arg1, dim = 1 : (tensor<?x4xf32>) -> tensor<i32>
    %47 = stablehlo.reshape %46 : (tensor<i32>) -> tensor<1xi32>
    %48 = stablehlo.concatenate %45, %47, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %49 = stablehlo.dynamic_broadcast_in_dim %cst_17, %48, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
    %50 = stablehlo.add %16, %49 : tensor<?x4xf32>
    %51 = stablehlo.divide %43, %50 : tensor<?x4xf32>
    %52 = stablehlo.add %37, %51 : tensor<?x4xf32>
    %53 = stablehlo.get_dimension_size %arg1, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    %54 = stablehlo.reshape %53 : (tensor<i32>) -> tensor<1xi32>
    %55 = stablehlo.get_dimension_size %arg1, dim = 1 : (tensor<?x4xf32>) -> tensor<i32>
    %56 = stablehlo.reshape %55 : (tensor<i32>) -> tensor<1xi32>
    %57 = stablehlo.concatenate %54, %56, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %58 = stablehlo.dynamic_broadcast_in_dim %cst_16, %57, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
    %59 = stablehlo.get_dimension_size %arg1, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    %60 = stablehlo.reshape %59 : (tensor<i32>) -> tensor<1xi32>
    %61 = stablehlo.get_dimension_size %arg1, dim = 1 : (tensor<?x4xf32>) -> tensor<i32>
    %62 = stablehlo.reshape %61 : (tensor<i32>) -> tensor<1xi32>
    %63 = stablehlo.concatenate %60, %62, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %64 = stablehlo.dynamic_broadcast_in_dim %cst_15, %63, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
    %65 = stablehlo.add %16, %64 : tensor<?x4xf32>
    %66 = stablehlo.divide %58, %65 : tensor<?x4xf32>
    %67 = stablehlo.add %52, %66 : tensor<?x4xf32>
    %68 = stablehlo.get_dimension_size %arg1, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    %69 = stablehlo.reshape %68 : (tensor<i32>) -> tensor<1xi32>
    %70 = stablehlo.get_dimension_size %arg1, dim = 1 : (tensor<?x4xf32>) -> tensor<i32>
    %71 = stablehlo.reshape %70 : (tensor<i32>) -> tensor<1xi32>
    %72 = stablehlo.concatenate %69, %71, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %73 = stablehlo.dynamic_broadcast_in_dim %cst_14, %72, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
    %74 = stablehlo.get_dimension_size %arg1, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    %75 = stablehlo.reshape %74 : (tensor<i32>) -> tensor<1xi32>
    %76 = stablehlo.get_dimension_size %arg1, dim = 1 : (tensor<?x4xf32>) -> tensor<i32>
    %77 = stablehlo.reshape %76 : (tensor<i32>) -> tensor<1xi32>
    %78 = stablehlo.concatenate %75, %77, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %79 = stablehlo.dynamic_broadcast_in_dim %cst_13, %78, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
    %80 = stablehlo.add %16, %79 : tensor<?x4xf32>
    %81 = stablehlo.divide %73, %80 : tensor<?x4xf32>
    %82 = stablehlo.add %67, %81 : tensor<?x4xf32>
    %83 = stablehlo.get_dimension_size %arg1, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    %84 = stablehlo.reshape %83 : (tensor<i32>) -> tensor<1xi32>
    %85 = stablehlo.get_dimension_size %arg1, dim = 1 : (tensor<?x4xf32>) -> tensor<i32>
    %86 = stablehlo.reshape %85 : (tensor<i32>) -> tensor<1xi32>
    %87 = stablehlo.concatenate %84, %86, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %88 = stablehlo.dynamic_broadcast_in_dim %cst_12, %87, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
    %89 = stablehlo.get_dimension_size %arg1, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    %90 = stablehlo.reshape %89 : (tensor<i32>) -> tensor<1xi32>
    %91 = stablehlo.get_dimension_size %arg1, dim = 1 : (tensor<?x4xf32>) -> tensor<i32>
    %92 = stablehlo.reshape %91 : (tensor<i32>) -> tensor<1xi32>
    %93 = stablehlo.concatenate %90, %92, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %94 = stablehlo.dynamic_broadcast_in_dim %cst_11, %93, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
    %95 = stablehlo.add %16, %94 : tensor<?x4xf32>
    %96 = stablehlo.divide %88, %95 : tensor<?x4xf32>
    %97 = stablehlo.add %82, %96 : tensor<?x4xf32>
    %98 = stablehlo.get_dimension_size %arg1, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    %99 = stablehlo.reshape %98 : (tensor<i32>) -> tensor<1xi32>
    %100 = stablehlo.get_dimension_size %arg1, dim = 1 : (tensor<?x4xf32>) -> tensor<i32>
    %101 = stablehlo.reshape %100 : (tensor<i32>) -> tensor<1xi32>
    %102 = stablehlo.concatenate %99, %101, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %103 = stablehlo.dynamic_broadcast_in_dim %cst_10, %102, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
    %104 = stablehlo.get_dimension_size %arg1, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    %105 = stablehlo.reshape %104 : (tensor<i32>) -> tensor<1xi32>
    %106 = stablehlo.get_dimension_size %arg1, dim = 1 : (tensor<?x4xf32>) -> tensor<i32>
    %107 = stablehlo.reshape %106 : (tensor<i32>) -> tensor<1xi32>
    %108 = stablehlo.concatenate %105, %107, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %109 = stablehlo.dynamic_broadcast_in_dim %cst_9, %108, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
    %110 = stablehlo.add %16, %109 : tensor<?x4xf32>
    %111 = stablehlo.divide %103, %110 : tensor<?x4xf32>
    %112 = stablehlo.add %97, %111 : tensor<?x4xf32>
    %113 = stablehlo.get_dimension_size %arg1, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    %114 = stablehlo.reshape %113 : (tensor<i32>) -> tensor<1xi32>
    %115 = stablehlo.get_dimension_size %arg1, dim = 1 : (tensor<?x4xf32>) -> tensor<i32>
    %116 = stablehlo.reshape %115 : (tensor<i32>) -> tensor<1xi32>
    %117 = stablehlo.concatenate %114, %116, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %118 = stablehlo.dynamic_broadcast_in_dim %cst_8, %117, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
    %119 = stablehlo.get_dimension_size %arg1, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    %120 = stablehlo.reshape %119 : (tensor<i32>) -> tensor<1xi32>
    %121 = stablehlo.get_dimension_size %arg1, dim = 1 : (tensor<?x4xf32>) -> tensor<i32>
    %122 = stablehlo.reshape %121 : (tensor<i32>) -> tensor<1xi32>
    %123 = stablehlo.concatenate %120, %122, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %124 = stablehlo.dynamic_broadcast_in_dim %cst_7, %123, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
    %125 = stablehlo.add %16, %124 : tensor<?x4xf32>
    %126 = stablehlo.divide %118, %125 : tensor<?x4xf32>
    %127 = stablehlo.add %112, %126 : tensor<?x4xf32>
    %128 = stablehlo.get_dimension_size %arg1, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    %129 = stablehlo.reshape %128 : (tensor<i32>) -> tensor<1xi32>
    %130 = stablehlo.get_dimension_size %arg1, dim = 1 : (tensor<?x4xf32>) -> tensor<i32>
    %131 = stablehlo.reshape %130 : (tensor<i32>) -> tensor<1xi32>
    %132 = stablehlo.concatenate %129, %131, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %133 = stablehlo.dynamic_broadcast_in_dim %cst_6, %132, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
    %134 = stablehlo.get_dimension_size %arg1, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    %135 = stablehlo.reshape %134 : (tensor<i32>) -> tensor<1xi32>
    %136 = stablehlo.get_dimension_size %arg1, dim = 1 : (tensor<?x4xf32>) -> tensor<i32>
    %137 = stablehlo.reshape %136 : (tensor<i32>) -> tensor<1xi32>
    %138 = stablehlo.concatenate %135, %137, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %139 = stablehlo.dynamic_broadcast_in_dim %cst_5, %138, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
    %140 = stablehlo.add %16, %139 : tensor<?x4xf32>
    %141 = stablehlo.divide %133, %140 : tensor<?x4xf32>
    %142 = stablehlo.add %127, %141 : tensor<?x4xf32>
    %143 = stablehlo.get_dimension_size %arg1, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    %144 = stablehlo.reshape %143 : (tensor<i32>) -> tensor<1xi32>
    %145 = stablehlo.get_dimension_size %arg1, dim = 1 : (tensor<?x4xf32>) -> tensor<i32>
    %146 = stablehlo.reshape %145 : (tensor<i32>) -> tensor<1xi32>
    %147 = stablehlo.concatenate %144, %146, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %148 = stablehlo.dynamic_broadcast_in_dim %cst_4, %147, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
    %149 = stablehlo.add %148, %16 : tensor<?x4xf32>
    %150 = stablehlo.get_dimension_size %arg1, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    %151 = stablehlo.reshape %150 : (tensor<i32>) -> tensor<1xi32>
    %152 = stablehlo.get_dimension_size %arg1, dim = 1 : (tensor<?x4xf32>) -> tensor<i32>
    %153 = stablehlo.reshape %152 : (tensor<i32>) -> tensor<1xi32>
    %154 = stablehlo.concatenate %151, %153, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %155 = stablehlo.dynamic_broadcast_in_dim %cst_3, %154, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
    %156 = stablehlo.divide %16, %148 : tensor<?x4xf32>
    %157 = stablehlo.log_plus_one %156 : tensor<?x4xf32>
    %158 = stablehlo.add %155, %157 : tensor<?x4xf32>
    %159 = stablehlo.divide %149, %158 : tensor<?x4xf32>
    %160 = stablehlo.add %16, %6 : tensor<?x4xf32>
    %161 = stablehlo.subtract %160, %159 : tensor<?x4xf32>
    %162 = stablehlo.multiply %161, %158 : tensor<?x4xf32>
    %163 = stablehlo.log %142 : tensor<?x4xf32>
    %164 = stablehlo.get_dimension_size %arg1, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    %165 = stablehlo.reshape %164 : (tensor<i32>) -> tensor<1xi32>
    %166 = stablehlo.get_dimension_size %arg1, dim = 1 : (tensor<?x4xf32>) -> tensor<i32>
    %167 = stablehlo.reshape %166 : (tensor<i32>) -> tensor<1xi32>
    %168 = stablehlo.concatenate %165, %167, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %169 = stablehlo.dynamic_broadcast_in_dim %cst_2, %168, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
    %170 = stablehlo.add %169, %162 : tensor<?x4xf32>
    %171 = stablehlo.add %170, %163 : tensor<?x4xf32>
    %172 = stablehlo.abs %arg1 : tensor<?x4xf32>
    %173 = stablehlo.floor %172 : tensor<?x4xf32>
    %174 = stablehlo.subtract %172, %173 : tensor<?x4xf32>
    %175 = stablehlo.compare LT, %6, %174 : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xi1>
    %176 = stablehlo.subtract %14, %174 : tensor<?x4xf32>
    %177 = stablehlo.select %175, %176, %174 : tensor<?x4xi1>, tensor<?x4xf32>
    %178 = stablehlo.get_dimension_size %arg1, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    %179 = stablehlo.reshape %178 : (tensor<i32>) -> tensor<1xi32>
    %180 = stablehlo.get_dimension_size %arg1, dim = 1 : (tensor<?x4xf32>) -> tensor<i32>
    %181 = stablehlo.reshape %180 : (tensor<i32>) -> tensor<1xi32>
    %182 = stablehlo.concatenate %179, %181, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %183 = stablehlo.dynamic_broadcast_in_dim %cst_1, %182, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
    %184 = stablehlo.multiply %183, %177 : tensor<?x4xf32>
    %185 = stablehlo.sine %184 : tensor<?x4xf32>
    %186 = stablehlo.log %185 : tensor<?x4xf32>
    %187 = stablehlo.get_dimension_size %arg1, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    %188 = stablehlo.reshape %187 : (tensor<i32>) -> tensor<1xi32>
    %189 = stablehlo.get_dimension_size %arg1, dim = 1 : (tensor<?x4xf32>) -> tensor<i32>
    %190 = stablehlo.reshape %189 : (tensor<i32>) -> tensor<1xi32>
    %191 = stablehlo.concatenate %188, %190, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %192 = stablehlo.dynamic_broadcast_in_dim %cst_0, %191, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
    %193 = stablehlo.subtract %192, %186 : tensor<?x4xf32>
    %194 = stablehlo.subtract %193, %171 : tensor<?x4xf32>
    %195 = stablehlo.is_finite %186 : (tensor<?x4xf32>) -> tensor<?x4xi1>
    %196 = stablehlo.negate %186 : tensor<?x4xf32>
    %197 = stablehlo.select %195, %194, %196 : tensor<?x4xi1>, tensor<?x4xf32>
    %198 = stablehlo.select %7, %197, %171 : tensor<?x4xi1>, tensor<?x4xf32>
    %199 = stablehlo.abs %arg1 : tensor<?x4xf32>
    %200 = stablehlo.get_dimension_size %199, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    %201 = stablehlo.reshape %200 : (tensor<i32>) -> tensor<1xi32>
    %202 = stablehlo.get_dimension_size %199, dim = 1 : (tensor<?x4xf32>) -> tensor<i32>
    %203 = stablehlo.reshape %202 : (tensor<i32>) -> tensor<1xi32>
    %204 = stablehlo.concatenate %201, %203, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %205 = stablehlo.dynamic_broadcast_in_dim %cst, %204, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
    %206 = stablehlo.compare EQ, %199, %205 : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xi1>
    %207 = stablehlo.get_dimension_size %arg1, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    %208 = stablehlo.reshape %207 : (tensor<i32>) -> tensor<1xi32>
    %209 = stablehlo.get_dimension_size %arg1, dim = 1 : (tensor<?x4xf32>) -> tensor<i32>
    %210 = stablehlo.reshape %209 : (tensor<i32>) -> tensor<1xi32>
    %211 = stablehlo.concatenate %208, %210, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %212 = stablehlo.dynamic_broadcast_in_dim %cst, %211, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
    %213 = stablehlo.select %206, %212, %198 : tensor<?x4xi1>, tensor<?x4xf32>
    %214 = stablehlo.add %0, %213 : tensor<?x4xf32>
    return %214 : tensor<?x4xf32>
  }
  func.func private @chlo.erf.impl(%arg0: tensor<?x4xf32>) -> tensor<?x4xf32> {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<-1.000000e+00> : tensor<f32>
    %cst_1 = stablehlo.constant dense<-0.0142647391> : tensor<f32>
    %cst_2 = stablehlo.constant dense<-0.00737332925> : tensor<f32>
    %cst_3 = stablehlo.constant dense<-0.00168282702> : tensor<f32>
    %cst_4 = stablehlo.constant dense<-2.13374049E-4> : tensor<f32>
    %cst_5 = stablehlo.constant dense<-1.45660715E-5> : tensor<f32>
    %cst_6 = stablehlo.constant dense<-0.0160960332> : tensor<f32>
    %cst_7 = stablehlo.constant dense<-2.954600e-03> : tensor<f32>
    %cst_8 = stablehlo.constant dense<-7.34990637E-4> : tensor<f32>
    %cst_9 = stablehlo.constant dense<-5.69250624E-5> : tensor<f32>
    %cst_10 = stablehlo.constant dense<-2.10102394E-6> : tensor<f32>
    %cst_11 = stablehlo.constant dense<2.77068146E-8> : tensor<f32>
    %cst_12 = stablehlo.constant dense<-2.72614237E-10> : tensor<f32>
    %cst_13 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %cst_14 = stablehlo.constant dense<-4.000000e+00> : tensor<f32>
    %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    %1 = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
    %2 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<?x4xf32>) -> tensor<i32>
    %3 = stablehlo.reshape %2 : (tensor<i32>) -> tensor<1xi32>
    %4 = stablehlo.concatenate %1, %3, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %5 = stablehlo.dynamic_broadcast_in_dim %cst_14, %4, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
    %6 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    %7 = stablehlo.reshape %6 : (tensor<i32>) -> tensor<1xi32>
    %8 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<?x4xf32>) -> tensor<i32>
    %9 = stablehlo.reshape %8 : (tensor<i32>) -> tensor<1xi32>
    %10 = stablehlo.concatenate %7, %9, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %11 = stablehlo.dynamic_broadcast_in_dim %cst_13, %10, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
    %12 = stablehlo.clamp %5, %arg0, %11 : tensor<?x4xf32>
    %13 = stablehlo.multiply %12, %12 : tensor<?x4xf32>
    %14 = stablehlo.get_dimension_size %13, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    %15 = stablehlo.reshape %14 : (tensor<i32>) -> tensor<1xi32>
    %16 = stablehlo.get_dimension_size %13, dim = 1 : (tensor<?x4xf32>) -> tensor<i32>
    %17 = stablehlo.reshape %16 : (tensor<i32>) -> tensor<1xi32>
    %18 = stablehlo.concatenate %15, %17, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %19 = stablehlo.dynamic_broadcast_in_dim %cst_12, %18, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
    %20 = stablehlo.multiply %19, %13 : tensor<?x4xf32>
    %21 = stablehlo.get_dimension_size %13, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    %22 = stablehlo.reshape %21 : (tensor<i32>) -> tensor<1xi32>
    %23 = stablehlo.get_dimension_size %13, dim = 1 : (tensor<?x4xf32>) -> tensor<i32>
    %24 = stablehlo.reshape %23 : (tensor<i32>) -> tensor<1xi32>
    %25 = stablehlo.concatenate %22, %24, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %26 = stablehlo.dynamic_broadcast_in_dim %cst_11, %25, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
    %27 = stablehlo.add %20, %26 : tensor<?x4xf32>
    %28 = stablehlo.multiply %27, %13 : tensor<?x4xf32>
    %29 = stablehlo.get_dimension_size %13, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    %30 = stablehlo.reshape %29 : (tensor<i32>) -> tensor<1xi32>
    %31 = stablehlo.get_dimension_size %13, dim = 1 : (tensor<?x4xf32>) -> tensor<i32>
    %32 = stablehlo.reshape %31 : (tensor<i32>) -> tensor<1xi32>
    %33 = stablehlo.concatenate %30, %32, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %34 = stablehlo.dynamic_broadcast_in_dim %cst_10, %33, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
    %35 = stablehlo.add %28, %34 : tensor<?x4xf32>
    %36 = stablehlo.multiply %35, %13 : tensor<?x4xf32>
    %37 = stablehlo.get_dimension_size %13, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    %38 = stablehlo.reshape %37 : (tensor<i32>) -> tensor<1xi32>
    %39 = stablehlo.get_dimension_size %13, dim = 1 : (tensor<?x4xf32>) -> tensor<i32>
    %40 = stablehlo.reshape %39 : (tensor<i32>) -> tensor<1xi32>
    %41 = stablehlo.concatenate %38, %40, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %42 = stablehlo.dynamic_broadcast_in_dim %cst_9, %41, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
    %43 = stablehlo.add %36, %42 : tensor<?x4xf32>
    %44 = stablehlo.multiply %43, %13 : tensor<?x4xf32>
    %45 = stablehlo.get_dimension_size %13, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    %46 = stablehlo.reshape %45 : (tensor<i32>) -> tensor<1xi32>
    %47 = stablehlo.get_dimension_size %13, dim = 1 : (tensor<?x4xf32>) -> tensor<i32>
    %48 = stablehlo.reshape %47 : (tensor<i32>) -> tensor<1xi32>
    %49 = stablehlo.concatenate %46, %48, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %50 = stablehlo.dynamic_broadcast_in_dim %cst_8, %49, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
    %51 = stablehlo.add %44, %50 : tensor<?x4xf32>
    %52 = stablehlo.multiply %51, %13 : tensor<?x4xf32>
    %53 = stablehlo.get_dimension_size %13, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    %54 = stablehlo.reshape %53 : (tensor<i32>) -> tensor<1xi32>
    %55 = stablehlo.get_dimension_size %13, dim = 1 : (tensor<?x4xf32>) -> tensor<i32>
    %56 = stablehlo.reshape %55 : (tensor<i32>) -> tensor<1xi32>
    %57 = stablehlo.concatenate %54, %56, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %58 = stablehlo.dynamic_broadcast_in_dim %cst_7, %57, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
    %59 = stablehlo.add %52, %58 : tensor<?x4xf32>
    %60 = stablehlo.multiply %59, %13 : tensor<?x4xf32>
    %61 = stablehlo.get_dimension_size %13, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    %62 = stablehlo.reshape %61 : (tensor<i32>) -> tensor<1xi32>
    %63 = stablehlo.get_dimension_size %13, dim = 1 : (tensor<?x4xf32>) -> tensor<i32>
    %64 = stablehlo.reshape %63 : (tensor<i32>) -> tensor<1xi32>
    %65 = stablehlo.concatenate %62, %64, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %66 = stablehlo.dynamic_broadcast_in_dim %cst_6, %65, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
    %67 = stablehlo.add %60, %66 : tensor<?x4xf32>
    %68 = stablehlo.get_dimension_size %13, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    %69 = stablehlo.reshape %68 : (tensor<i32>) -> tensor<1xi32>
    %70 = stablehlo.get_dimension_size %13, dim = 1 : (tensor<?x4xf32>) -> tensor<i32>
    %71 = stablehlo.reshape %70 : (tensor<i32>) -> tensor<1xi32>
    %72 = stablehlo.concatenate %69, %71, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %73 = stablehlo.dynamic_broadcast_in_dim %cst_5, %72, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
    %74 = stablehlo.multiply %73, %13 : tensor<?x4xf32>
    %75 = stablehlo.get_dimension_size %13, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    %76 = stablehlo.reshape %75 : (tensor<i32>) -> tensor<1xi32>
    %77 = stablehlo.get_dimension_size %13, dim = 1 : (tensor<?x4xf32>) -> tensor<i32>
    %78 = stablehlo.reshape %77 : (tensor<i32>) -> tensor<1xi32>
    %79 = stablehlo.concatenate %76, %78, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %80 = stablehlo.dynamic_broadcast_in_dim %cst_4, %79, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
    %81 = stablehlo.add %74, %80 : tensor<?x4xf32>
    %82 = stablehlo.multiply %81, %13 : tensor<?x4xf32>
    %83 = stablehlo.get_dimension_size %13, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    %84 = stablehlo.reshape %83 : (tensor<i32>) -> tensor<1xi32>
    %85 = stablehlo.get_dimension_size %13, dim = 1 : (tensor<?x4xf32>) -> tensor<i32>
    %86 = stablehlo.reshape %85 : (tensor<i32>) -> tensor<1xi32>
    %87 = stablehlo.concatenate %84, %86, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %88 = stablehlo.dynamic_broadcast_in_dim %cst_3, %87, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
    %89 = stablehlo.add %82, %88 : tensor<?x4xf32>
    %90 = stablehlo.multiply %89, %13 : tensor<?x4xf32>
    %91 = stablehlo.get_dimension_size %13, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    %92 = stablehlo.reshape %91 : (tensor<i32>) -> tensor<1xi32>
    %93 = stablehlo.get_dimension_size %13, dim = 1 : (tensor<?x4xf32>) -> tensor<i32>
    %94 = stablehlo.reshape %93 : (tensor<i32>) -> tensor<1xi32>
    %95 = stablehlo.concatenate %92, %94, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %96 = stablehlo.dynamic_broadcast_in_dim %cst_2, %95, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
    %97 = stablehlo.add %90, %96 : tensor<?x4xf32>
    %98 = stablehlo.multiply %97, %13 : tensor<?x4xf32>
    %99 = stablehlo.get_dimension_size %13, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    %100 = stablehlo.reshape %99 : (tensor<i32>) -> tensor<1xi32>
    %101 = stablehlo.get_dimension_size %13, dim = 1 : (tensor<?x4xf32>) -> tensor<i32>
    %102 = stablehlo.reshape %101 : (tensor<i32>) -> tensor<1xi32>
    %103 = stablehlo.concatenate %100, %102, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %104 = stablehlo.dynamic_broadcast_in_dim %cst_1, %103, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
    %105 = stablehlo.add %98, %104 : tensor<?x4xf32>
    %106 = stablehlo.multiply %12, %67 : tensor<?x4xf32>
    %107 = stablehlo.divide %106, %105 : tensor<?x4xf32>
    %108 = stablehlo.get_dimension_size %12, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    %109 = stablehlo.reshape %108 : (tensor<i32>) -> tensor<1xi32>
    %110 = stablehlo.get_dimension_size %12, dim = 1 : (tensor<?x4xf32>) -> tensor<i32>
    %111 = stablehlo.reshape %110 : (tensor<i32>) -> tensor<1xi32>
    %112 = stablehlo.concatenate %109, %111, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %113 = stablehlo.dynamic_broadcast_in_dim %cst_0, %112, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
    %114 = stablehlo.get_dimension_size %12, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    %115 = stablehlo.reshape %114 : (tensor<i32>) -> tensor<1xi32>
    %116 = stablehlo.get_dimension_size %12, dim = 1 : (tensor<?x4xf32>) -> tensor<i32>
    %117 = stablehlo.reshape %116 : (tensor<i32>) -> tensor<1xi32>
    %118 = stablehlo.concatenate %115, %117, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %119 = stablehlo.dynamic_broadcast_in_dim %cst, %118, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
    %120 = stablehlo.clamp %113, %107, %119 : tensor<?x4xf32>
    return %120 : tensor<?x4xf32>
  }
}

