{{- define "theriac.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "theriac.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "theriac.labels" -}}
{{ include "theriac.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "theriac.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "theriac.secret" -}}
{{ .Values.existingSecret | default (printf "%s-keys" (include "theriac.name" .)) }}
{{- end }}

{{/* The name of a node of this set, as the others reach it: a list of two. */}}
{{- define "theriac.node" -}}
{{- $root := index . 0 -}}{{- $name := include "theriac.name" $root -}}
{{ $name }}-{{ index . 1 }}.{{ $name }}-nodes.{{ $root.Release.Namespace }}.svc
{{- end }}

{{- define "theriac.routes" -}}
{{- $root := . -}}
{{- range $i := until 3 }}{{ if $i }},{{ end }}nats-route://{{ include "theriac.node" (list $root $i) }}:6222{{ end }}
{{- end }}

{{/* What no container here needs. */}}
{{- define "theriac.confined" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- define "theriac.nobody" -}}
runAsNonRoot: true
runAsUser: 65534
runAsGroup: 65534
fsGroup: 65534
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end }}
