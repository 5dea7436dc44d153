{{- define "shapewright.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{- define "shapewright.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 50 | trimSuffix "-" -}}
{{- else if contains (include "shapewright.name" .) .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name (include "shapewright.name" .) | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/* Selectors are never changed, so they have no version. */}}
{{- define "shapewright.selector" -}}
app.kubernetes.io/name: {{ include "shapewright.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: server
{{- end -}}

{{- define "shapewright.proxySelector" -}}
app.kubernetes.io/name: {{ include "shapewright.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: proxy
{{- end -}}

{{- define "shapewright.commonLabels" -}}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
{{- end -}}

{{- define "shapewright.labels" -}}
{{ include "shapewright.selector" . }}
{{ include "shapewright.commonLabels" . }}
{{- end -}}

{{- define "shapewright.proxyLabels" -}}
{{ include "shapewright.proxySelector" . }}
{{ include "shapewright.commonLabels" . }}
{{- end -}}

{{- define "shapewright.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end -}}

{{/* What the profile "restricted" of the Pod Security Standards asks of a container. */}}
{{- define "shapewright.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop:
    - ALL
{{- end -}}

{{- define "shapewright.podSecurity" -}}
runAsNonRoot: true
runAsUser: 65532
runAsGroup: 65532
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "shapewright.placement" -}}
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* Topology spread of the pods that a template selects. */}}
{{- define "shapewright.spread" -}}
{{- $selector := .selector -}}
{{- with .root.Values.topologySpread }}
topologySpreadConstraints:
  {{- range . }}
  - maxSkew: {{ .maxSkew | default 1 }}
    topologyKey: {{ .topologyKey }}
    whenUnsatisfiable: {{ .whenUnsatisfiable }}
    labelSelector:
      matchLabels:
        {{- $selector | nindent 8 }}
  {{- end }}
{{- end }}
{{- end -}}

{{/* Empty: the namespace's default account. */}}
{{- define "shapewright.serviceAccountName" -}}
{{- .Values.serviceAccount.name | default (ternary (include "shapewright.fullname" .) "" .Values.serviceAccount.create) -}}
{{- end -}}

{{/* The bytes of a size: 256MiB as the server has it, 2Gi and 1.5G as Kubernetes has it. */}}
{{- define "shapewright.bytes" -}}
{{- $text := toString . -}}
{{- $units := dict "" 1 "k" 1000 "M" 1000000 "G" 1000000000 "T" 1000000000000 "Ki" 1024 "Mi" 1048576 "Gi" 1073741824 "Ti" 1099511627776 -}}
{{- $unit := regexFind "[A-Za-z]*$" $text | trimSuffix "B" -}}
{{- if not (hasKey $units $unit) -}}
{{- fail (printf "%s is not a size of memory" $text) -}}
{{- end -}}
{{- mulf (regexFind "^[0-9.]+" $text | float64) (get $units $unit) | ceil | int64 -}}
{{- end -}}

{{/* What the budgets of the server need in MiB: an eighth of the container is for the program, its threads, and what no option counts. */}}
{{- define "shapewright.neededMebibytes" -}}
{{- $bytes := 0 -}}
{{- range list "resultCacheBytes" "modelCacheBytes" "compiledCacheBytes" "maxBytesInFlight" "transportMemoryBytes" "workMemoryBytes" -}}
{{- $bytes = add $bytes (include "shapewright.bytes" (get $.Values.server .)) -}}
{{- end -}}
{{- divf (mulf $bytes 8) (mulf 7 1048576) | ceil | int64 -}}
{{- end -}}

{{/* The resources of the server: memory that is not told is what its budgets need, and less is refused. */}}
{{- define "shapewright.resources" -}}
{{- $resources := deepCopy .Values.resources -}}
{{- $needed := include "shapewright.neededMebibytes" . | int64 -}}
{{- $text := ternary (printf "%dGi" (div $needed 1024)) (printf "%dMi" $needed) (eq (mod $needed 1024) 0) -}}
{{- range $part := list "requests" "limits" -}}
{{- $own := get $resources $part | default dict -}}
{{- $told := get $own "memory" | default "" -}}
{{- if not $told -}}
{{- $least := $text -}}
{{- if eq $part "limits" -}}
{{- $requested := get (get $resources "requests") "memory" -}}
{{- if gt (include "shapewright.bytes" $requested | int64) (mul $needed 1048576) -}}
{{- $least = $requested -}}
{{- end -}}
{{- end -}}
{{- $_ := set $own "memory" $least -}}
{{- else if lt (include "shapewright.bytes" $told | int64) (mul $needed 1048576) -}}
{{- fail (printf "resources.%s.memory is %v, but the budgets of the server need %s: raise it, or lower server.*Bytes" $part $told $text) -}}
{{- end -}}
{{- $_ := set $resources $part $own -}}
{{- end -}}
{{- if gt (include "shapewright.bytes" $resources.requests.memory | int64) (include "shapewright.bytes" $resources.limits.memory | int64) -}}
{{- fail (printf "resources.requests.memory is %v, above the limit %v" $resources.requests.memory $resources.limits.memory) -}}
{{- end -}}
{{- toYaml $resources -}}
{{- end -}}
