{{/* The beginning of all names. */}}
{{- define "dragoman.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 48 | trimSuffix "-" -}}
{{- else if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 48 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 48 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/* What selects all pods of a release. */}}
{{- define "dragoman.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{/* The labels of every object. */}}
{{- define "dragoman.labels" -}}
{{ include "dragoman.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{/* A deployment of copies with a role: a dictionary with "root", "component", "role" and "options". */}}
{{- define "dragoman.deployment" -}}
{{- $root := .root -}}
{{- $values := $root.Values -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "dragoman.fullname" $root }}-{{ .component }}
  namespace: {{ $root.Release.Namespace }}
  labels:
    {{- include "dragoman.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ .component }}
spec:
  {{- if not .options.autoscaling.enabled }}
  replicas: {{ .options.replicas }}
  {{- end }}
  revisionHistoryLimit: 5
  strategy:
    type: RollingUpdate
    rollingUpdate:
      maxUnavailable: 0
      maxSurge: 1
  selector:
    matchLabels:
      {{- include "dragoman.selector" $root | nindent 6 }}
      app.kubernetes.io/component: {{ .component }}
  template:
    metadata:
      labels:
        {{- include "dragoman.selector" $root | nindent 8 }}
        app.kubernetes.io/component: {{ .component }}
      annotations:
        # Pods start anew when the options change.
        checksum/configuration: {{ include "dragoman.configuration" $root | sha256sum }}
        {{- with .options.podAnnotations }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
    spec:
      serviceAccountName: {{ include "dragoman.fullname" $root }}
      automountServiceAccountToken: false
      enableServiceLinks: false
      terminationGracePeriodSeconds: {{ add $values.drain.delaySeconds $values.drain.timeoutSeconds $values.drain.closingSeconds }}
      {{- with $values.imagePullSecrets }}
      imagePullSecrets:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      securityContext:
        runAsNonRoot: true
        runAsUser: 10001
        runAsGroup: 10001
        fsGroup: 10001
        fsGroupChangePolicy: OnRootMismatch
        seccompProfile:
          type: RuntimeDefault
      {{- with .options.nodeSelector }}
      nodeSelector:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .options.tolerations }}
      tolerations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      topologySpreadConstraints:
        {{- range $key := list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
        - maxSkew: 1
          topologyKey: {{ $key }}
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              {{- include "dragoman.selector" $root | nindent 14 }}
              app.kubernetes.io/component: {{ $.component }}
        {{- end }}
      containers:
        - name: dragoman
          image: "{{ $values.image.repository }}:{{ $values.image.tag | default $root.Chart.AppVersion }}"
          imagePullPolicy: {{ $values.image.pullPolicy }}
          args: ["serve", "--role", {{ .role | quote }}]
          env:
            - name: DRAGOMAN_CONFIG
              value: /etc/dragoman/dragoman.toml
            - name: DRAGOMAN_DATA__DATABASE
              valueFrom:
                secretKeyRef:
                  name: {{ $values.secrets.database }}
                  key: url
            - name: DRAGOMAN_DATA__S3__ACCESS_KEY_ID
              valueFrom:
                secretKeyRef:
                  name: {{ $values.secrets.objects }}
                  key: access_key_id
                  optional: true
            - name: DRAGOMAN_DATA__S3__SECRET_ACCESS_KEY
              valueFrom:
                secretKeyRef:
                  name: {{ $values.secrets.objects }}
                  key: secret_access_key
                  optional: true
            {{- with $values.extraEnv }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
          ports:
            {{- if ne .role "worker" }}
            - name: http
              containerPort: 8080
            {{- end }}
            - name: monitoring
              containerPort: 8081
          # The first start makes the tables, and later ones bring them up to date; all others wait for that.
          startupProbe:
            httpGet:
              path: /health/ready
              port: monitoring
            periodSeconds: 2
            timeoutSeconds: 3
            failureThreshold: 300
          readinessProbe:
            httpGet:
              path: /health/ready
              port: monitoring
            periodSeconds: 5
            timeoutSeconds: 3
            failureThreshold: 2
          # A database that is away is no reason to start a copy anew.
          livenessProbe:
            httpGet:
              path: /health/live
              port: monitoring
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          resources:
            {{- toYaml .options.resources | nindent 12 }}
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities:
              drop: ["ALL"]
          volumeMounts:
            - name: configuration
              mountPath: /etc/dragoman
              readOnly: true
            - name: secrets
              mountPath: /run/secrets/dragoman
              readOnly: true
            {{- if $values.database.certificateAuthority }}
            - name: database
              mountPath: /run/secrets/dragoman-database
              readOnly: true
            {{- end }}
            - name: scratch
              mountPath: /var/lib/dragoman
            - name: temporary
              mountPath: /tmp
      volumes:
        - name: configuration
          configMap:
            name: {{ include "dragoman.fullname" $root }}
        - name: secrets
          secret:
            secretName: {{ $values.secrets.keys }}
            defaultMode: 0440
        {{- if $values.database.certificateAuthority }}
        - name: database
          secret:
            secretName: {{ $values.secrets.database }}
            defaultMode: 0440
            items:
              - key: ca.crt
                path: ca.crt
        {{- end }}
        - name: scratch
          emptyDir:
            sizeLimit: {{ .options.scratch }}
        - name: temporary
          emptyDir:
            sizeLimit: {{ .options.temporary }}
{{- end -}}

{{/* dragoman.toml. */}}
{{- define "dragoman.configuration" -}}
[server]
listen = "0.0.0.0:8080"
monitoring_listen = "0.0.0.0:8081"
public_url = {{ .Values.publicUrl | quote }}
trusted_proxies = {{ .Values.trustedProxies | toJson }}
drain_delay_seconds = {{ .Values.drain.delaySeconds }}
drain_timeout_seconds = {{ .Values.drain.timeoutSeconds }}

[data]
folder = "/var/lib/dragoman"
secrets_folder = "/run/secrets/dragoman"
{{- if .Values.database.certificateAuthority }}
database_ca = "/run/secrets/dragoman-database/ca.crt"
{{- end }}
database_connections = {{ .Values.database.connections }}
objects = {{ .Values.objects.url | quote }}
cache_megabytes = {{ .Values.cacheMegabytes }}
{{- if or .Values.objects.endpoint .Values.objects.region }}

[data.s3]
{{- with .Values.objects.endpoint }}
endpoint = {{ . | quote }}
{{- end }}
{{- with .Values.objects.region }}
region = {{ . | quote }}
{{- end }}
{{- end }}

{{ .Values.configuration | trim }}

[log]
format = "json"
{{- end -}}
