package check

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
)

const origin = "origin: https://play.example.org\n"

// With every combination of features, Kubernetes can decode the documents, and all references in them are
// valid.
func TestChart(t *testing.T) {
	for name, values := range map[string]string{
		"as it is": origin,
		"an ingress": origin + `
ingress: {enabled: true, className: nginx, tlsSecret: play-tls, annotations: {"nginx.ingress.kubernetes.io/proxy-buffering": "off"}}
service: {annotations: {a: b}}`,
		"keys and disks of one's own": origin + `
existingSecret: my-keys
backup: {existingClaim: my-backups}
persistence: {storageClass: fast}
imagePullSecrets: [{name: registry}]
image: {repository: registry.example.org/theriac, tag: 1.2.3, pullPolicy: Always}`,
		"close together": origin + `
antiAffinity: soft
nodeSelector: {disk: nvme}
tolerations: [{key: games, operator: Exists}]
priorityClassName: high
podAnnotations: {a: b}
settings: {THERIAC_HOST: play.internal}
backup: {storageClass: slow, node: 2}`,
		"workers": origin + `
workers: {replicas: 4, bots: 3, nodeSelector: {disk: none}, tolerations: [{key: games, operator: Exists}]}`,
		"nothing that can be left out": origin + `
networkPolicy: {enabled: false}
backup: {enabled: false}`,
		"everybody named": origin + `
networkPolicy:
  clients: [{namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: ingress}}}]
  metrics: [{namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: monitoring}}}]
  workers: [{podSelector: {matchLabels: {app: worker}}}]`,
	} {
		t.Run(name, func(t *testing.T) {
			r, err := render(values)
			if err != nil {
				t.Fatal(err)
			}
			coherent(t, r)
		})
	}
}

// With a missing or invalid value, the chart reports an error instead of rendering.
func TestChartRefuses(t *testing.T) {
	for values, want := range map[string]string{
		"{}":                             "how people reach the server",
		origin + "antiAffinity: perhaps": "antiAffinity is hard or soft",
		origin + "replicas: 5":           "no value replicas",
		origin + "backup: {kept: 5}":     "no value backup.kept",
	} {
		if _, err := render(values); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", values, err)
		}
	}
}

// A typo in a template is detected, because an unknown or duplicate field is an error.
func TestStrict(t *testing.T) {
	const service = "apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {clusterIP: None}\n"
	if err := new(rendered).add(service); err != nil {
		t.Error(err)
	}
	for _, doc := range []string{
		strings.Replace(service, "clusterIP", "clusterIp", 1),
		service + "spec: {}\n",
		strings.Replace(service, "None", "{}", 1),
		strings.Replace(service, "v1", "v1beta1", 1),
	} {
		if err := new(rendered).add(doc); err == nil {
			t.Errorf("this was taken:\n%s", doc)
		}
	}
}

// coherent checks that every name in the documents refers to an existing object.
func coherent(t *testing.T, r *rendered) {
	t.Helper()
	if len(r.nodes) != 1 || len(r.services) != 2 || len(r.budgets) != 1 {
		t.Fatalf("%d sets, %d services, %d budgets", len(r.nodes), len(r.services), len(r.budgets))
	}
	set := r.nodes[0]
	pod := set.Spec.Template
	selects(t, "the set", set.Spec.Selector.MatchLabels, pod.Labels)
	selects(t, "the budget", r.budgets[0].Spec.Selector.MatchLabels, pod.Labels)
	c := pod.Spec.Containers[0]
	ports := map[string]int32{}
	for _, p := range c.Ports {
		ports[p.Name] = p.ContainerPort
	}
	named := false
	for _, s := range r.services {
		selects(t, "service "+s.Name, s.Spec.Selector, pod.Labels)
		for _, p := range s.Spec.Ports {
			if ports[p.TargetPort.StrVal] == 0 {
				t.Errorf("service %s leads to port %q", s.Name, p.TargetPort.StrVal)
			}
		}
		if s.Name == set.Spec.ServiceName {
			named = true
			if s.Spec.ClusterIP != corev1.ClusterIPNone || !s.Spec.PublishNotReadyAddresses {
				t.Error("nodes that are not ready do not find each other")
			}
		}
	}
	if !named {
		t.Errorf("no service %s", set.Spec.ServiceName)
	}
	for _, probe := range []*corev1.Probe{c.LivenessProbe, c.ReadinessProbe} {
		if probe == nil || probe.HTTPGet == nil || ports[probe.HTTPGet.Port.StrVal] == 0 {
			t.Errorf("probe %v", probe)
		}
	}
	mounts(t, pod.Spec, set.Spec.VolumeClaimTemplates)
	for _, p := range r.policies {
		selects(t, "the policy", p.Spec.PodSelector.MatchLabels, pod.Labels)
		for _, rule := range p.Spec.Ingress {
			for _, port := range rule.Ports {
				if ports[port.Port.StrVal] == 0 {
					t.Errorf("the policy opens %v", port.Port)
				}
				if port.Port.StrVal != "http" && len(rule.From) == 0 {
					t.Errorf("the policy opens %s to everybody", port.Port.StrVal)
				}
			}
		}
	}
	for _, j := range r.jobs {
		backsUp(t, j.Spec.JobTemplate.Spec.Template, set)
	}
	for _, d := range r.workers {
		p := d.Spec.Template
		selects(t, "the workers' deployment", d.Spec.Selector.MatchLabels, p.Labels)
		mounts(t, p.Spec, nil)
		if p.Labels["app.kubernetes.io/component"] == "node" {
			t.Error("people would be sent to a worker")
		}
		if !slices.ContainsFunc(c.Env, func(e corev1.EnvVar) bool { return e.Name == "THERIAC_BOT_WORKERS" && e.Value == "-1" }) {
			t.Error("the nodes think for bots too")
		}
	}
	for _, i := range r.ingress {
		if i.Spec.Rules[0].Host != "play.example.org" || i.Spec.Rules[0].HTTP.Paths[0].Backend.Service.Name != set.Name {
			t.Errorf("ingress: %+v", i.Spec)
		}
	}
	if !strings.Contains(r.notes, "theriac doctor https://play.example.org") {
		t.Errorf("notes: %s", r.notes)
	}
}

// backsUp checks that the pod of the backup job copies the data of one node, on the machine of that node.
func backsUp(t *testing.T, p corev1.PodTemplateSpec, set appsv1.StatefulSet) {
	t.Helper()
	mounts(t, p.Spec, nil)
	if p.Labels["app.kubernetes.io/component"] == "node" {
		t.Error("people would be sent to a backup")
	}
	near := p.Spec.Affinity.PodAffinity.RequiredDuringSchedulingIgnoredDuringExecution[0]
	labels := maps.Clone(set.Spec.Template.Labels)
	pod := near.LabelSelector.MatchLabels["statefulset.kubernetes.io/pod-name"]
	labels["statefulset.kubernetes.io/pod-name"] = pod // Kubernetes adds this label to the pods of a set
	selects(t, "the backup's affinity", near.LabelSelector.MatchLabels, labels)
	if n, err := strconv.Atoi(strings.TrimPrefix(pod, set.Name+"-")); err != nil || n < 0 || n >= int(*set.Spec.Replicas) {
		t.Errorf("the set has no pod %q", pod)
	}
	claim := ""
	for _, v := range p.Spec.Volumes {
		if v.Name == "data" {
			claim = v.PersistentVolumeClaim.ClaimName
		}
	}
	if want := set.Spec.VolumeClaimTemplates[0].Name + "-" + pod; claim != want {
		t.Errorf("the backup reads the claim %q, and the node has %q", claim, want)
	}
	if !strings.Contains(strings.Join(p.Spec.InitContainers[0].Args, " "), "http://"+pod+"."+set.Spec.ServiceName+".") {
		t.Errorf("the backup waits for %q", p.Spec.InitContainers[0].Args)
	}
}

func selects(t *testing.T, who string, want, labels map[string]string) {
	t.Helper()
	if len(want) == 0 {
		t.Errorf("%s selects everything", who)
	}
	for k, v := range want {
		if labels[k] != v {
			t.Errorf("%s wants %s=%s, and the pods have %q", who, k, v, labels[k])
		}
	}
}

// mounts checks that a pod mounts only its own volumes, and cannot write anywhere else.
func mounts(t *testing.T, p corev1.PodSpec, claims []corev1.PersistentVolumeClaim) {
	t.Helper()
	have := map[string]bool{}
	for _, v := range p.Volumes {
		have[v.Name] = true
	}
	for _, c := range claims {
		have[c.Name] = true
	}
	for _, c := range slices.Concat(p.InitContainers, p.Containers) {
		for _, m := range c.VolumeMounts {
			if !have[m.Name] {
				t.Errorf("%s mounts %s, which is not there", c.Name, m.Name)
			}
		}
		if s := c.SecurityContext; s == nil || s.ReadOnlyRootFilesystem == nil || !*s.ReadOnlyRootFilesystem || *s.AllowPrivilegeEscalation {
			t.Errorf("%s is not confined", c.Name)
		}
	}
	if s := p.SecurityContext; s == nil || s.RunAsUser == nil || *s.RunAsUser != 65534 || !*s.RunAsNonRoot {
		t.Error("the pod runs as somebody")
	}
}
