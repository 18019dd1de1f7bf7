package check

import (
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
)

const origin = "origin: https://play.example.org\n"

// Whatever is switched on, the documents are what Kubernetes reads, and lead to each other.
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
		"five nodes, close together": origin + `
replicas: 5
antiAffinity: soft
nodeSelector: {disk: nvme}
tolerations: [{key: games, operator: Exists}]
priorityClassName: high
podAnnotations: {a: b}
settings: {THERIAC_HOST: play.internal}
backup: {storageClass: slow}`,
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

// A chart with a value missing or wrong says so instead of making something.
func TestChartRefuses(t *testing.T) {
	for values, want := range map[string]string{
		"{}":                             "how people reach the server",
		origin + "antiAffinity: perhaps": "antiAffinity is hard or soft",
		origin + "replica: 5":            "no value replica",
		origin + "backup: {kept: 5}":     "no value backup.kept",
	} {
		if _, err := render(values); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", values, err)
		}
	}
}

// A slip in a template is found: the types refuse a field that is not theirs, or there twice.
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

// coherent looks whether names lead to what they name.
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
		p := j.Spec.JobTemplate.Spec.Template
		mounts(t, p.Spec, nil)
		if p.Labels["app.kubernetes.io/component"] == "node" {
			t.Error("people would be sent to a backup")
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

// mounts looks whether a pod mounts volumes that it has, and can write nowhere else.
func mounts(t *testing.T, p corev1.PodSpec, claims []corev1.PersistentVolumeClaim) {
	t.Helper()
	have := map[string]bool{}
	for _, v := range p.Volumes {
		have[v.Name] = true
	}
	for _, c := range claims {
		have[c.Name] = true
	}
	for _, c := range p.Containers {
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
