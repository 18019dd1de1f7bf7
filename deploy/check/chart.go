// Package check tests the files of deploy/. It renders the chart with Helm's own code, and decodes the result
// into the types of Kubernetes, rejecting unknown fields. It starts processes with exactly the commands,
// variables and keys of the chart and of the systemd example.
//
// It refuses to need a cluster or root access: deploy/README.md lists what only those could test.
package check

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/engine"
	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	"sigs.k8s.io/json"
	"sigs.k8s.io/yaml"
)

// rendered holds the objects of a rendered chart.
type rendered struct {
	nodes    []appsv1.StatefulSet
	workers  []appsv1.Deployment
	services []corev1.Service
	secrets  []corev1.Secret
	claims   []corev1.PersistentVolumeClaim
	jobs     []batchv1.CronJob
	budgets  []policyv1.PodDisruptionBudget
	policies []networkingv1.NetworkPolicy
	ingress  []networkingv1.Ingress
	notes    string
}

// render renders the chart with the given values, without installing it.
func render(values string) (*rendered, error) {
	c, err := loader.Load(filepath.Join("..", "helm", "theriac"))
	if err != nil {
		return nil, err
	}
	var set map[string]any
	if err := yaml.UnmarshalStrict([]byte(values), &set); err != nil {
		return nil, err
	}
	if err := known(set, c.Values, ""); err != nil {
		return nil, err
	}
	all, err := chartutil.ToRenderValues(c, set, chartutil.ReleaseOptions{Name: "theriac", Namespace: "play", Revision: 1, IsInstall: true}, chartutil.DefaultCapabilities)
	if err != nil {
		return nil, err
	}
	files, err := engine.Engine{Strict: true}.Render(c, all)
	if err != nil {
		return nil, err
	}
	r := &rendered{}
	var names []string
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if strings.HasSuffix(name, ".txt") {
			r.notes = files[name]
			continue
		}
		for _, doc := range strings.Split(files[name], "\n---\n") {
			if err := r.add(doc); err != nil {
				return nil, fmt.Errorf("%s: %w\n%s", name, err, doc)
			}
		}
	}
	return r, nil
}

// known returns an error for a value that the chart does not have. Otherwise a test with a typo would test
// nothing.
func known(set, have map[string]any, path string) error {
	for k, v := range set {
		there, ok := have[k]
		if !ok {
			return fmt.Errorf("the chart has no value %s%s", path, k)
		}
		inner, isMap := v.(map[string]any)
		below, mapThere := there.(map[string]any)
		if isMap && mapThere && len(below) > 0 {
			if err := known(inner, below, path+k+"."); err != nil {
				return err
			}
		}
	}
	return nil
}

// add decodes one document and adds it to the objects.
func (r *rendered) add(doc string) error {
	var kind struct{ APIVersion, Kind string }
	if err := yaml.Unmarshal([]byte(doc), &kind); err != nil {
		return err
	}
	switch kind.APIVersion + " " + kind.Kind {
	case " ":
		return nil // the feature is switched off
	case "apps/v1 StatefulSet":
		return decode(doc, &r.nodes)
	case "apps/v1 Deployment":
		return decode(doc, &r.workers)
	case "v1 Service":
		return decode(doc, &r.services)
	case "v1 Secret":
		return decode(doc, &r.secrets)
	case "v1 PersistentVolumeClaim":
		return decode(doc, &r.claims)
	case "batch/v1 CronJob":
		return decode(doc, &r.jobs)
	case "policy/v1 PodDisruptionBudget":
		return decode(doc, &r.budgets)
	case "networking.k8s.io/v1 NetworkPolicy":
		return decode(doc, &r.policies)
	case "networking.k8s.io/v1 Ingress":
		return decode(doc, &r.ingress)
	}
	return fmt.Errorf("nobody expects %s %s", kind.APIVersion, kind.Kind)
}

// decode decodes a document into a type of Kubernetes and appends it to into. An unknown or duplicate field
// is an error, as in strict validation by Kubernetes, whose decoder this is.
func decode[T any](doc string, into *[]T) error {
	var v T
	data, err := yaml.YAMLToJSONStrict([]byte(doc))
	if err != nil {
		return err
	}
	slips, err := json.UnmarshalStrict(data, &v)
	if err := errors.Join(append(slips, err)...); err != nil {
		return err
	}
	*into = append(*into, v)
	return nil
}
