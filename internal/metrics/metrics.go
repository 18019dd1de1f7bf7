// Package metrics counts what who runs a house wants to know, for Prometheus.
//
// It refuses labels that a visitor could make more of: no table, no person, no
// address, no path that is not a route of the house. It also refuses to decide
// anything: nobody asks it what happened.
package metrics

import (
	"net/http"
	"runtime"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Meters is everything that is counted on one node. Each of its methods may be
// called from anywhere at any time.
type Meters struct {
	registry *prometheus.Registry

	appends  prometheus.Histogram
	broken   prometheus.Counter
	failures *prometheus.CounterVec

	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	limited  *prometheus.CounterVec
	panics   prometheus.Counter
	led      *prometheus.GaugeVec
	leads    *prometheus.GaugeVec
	streams  prometheus.Gauge
	hooks    *prometheus.CounterVec

	routes names
	limits names
}

// latencies are the bounds of what is timed, in seconds: from a write that a
// fast disk takes to the pause while a cluster elects a leader.
func latencies() []float64 {
	return []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 20}
}

// New makes the meters of a node.
func New(version string) *Meters {
	m := &Meters{
		registry: prometheus.NewRegistry(),
		appends: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "theriac_append_seconds", Help: "How long a move took to be safe on disk.", Buckets: latencies(),
		}),
		broken: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "theriac_tables_found_broken_total", Help: "Tables whose log was found not to make sense. Any increase is an alarm.",
		}),
		failures: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "theriac_failures_total", Help: "What the house could not do of itself, by what it was doing. It tries again.",
		}, []string{"doing"}),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "theriac_http_requests_total", Help: "Requests answered, by route and status.",
		}, []string{"route", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "theriac_http_request_seconds", Help: "How long requests took, by route; open streams are left out.", Buckets: latencies(),
		}, []string{"route"}),
		limited: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "theriac_http_limited_total", Help: "Requests refused because somebody asked too often, by the limit.",
		}, []string{"limit"}),
		panics: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "theriac_http_panics_total", Help: "Requests that ended in a panic. Any increase is a bug.",
		}),
		streams: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "theriac_streams_open", Help: "Event streams that are open now.",
		}),
		hooks: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "theriac_webhooks_total", Help: "Notices to webhooks, by how they ended: sent, failed, or dropped where too many waited.",
		}, []string{"how"}),
	}
	m.led = prometheus.NewGaugeVec(prometheus.GaugeOpts{
		Name: "theriac_store_stream_led", Help: "1 where a stream of the store has a leader, as far as this node knows; its writes wait while it has none.",
	}, []string{"stream"})
	m.leads = prometheus.NewGaugeVec(prometheus.GaugeOpts{
		Name: "theriac_store_stream_leads", Help: "1 where this node leads a stream of the store.",
	}, []string{"stream"})
	for _, how := range []string{"sent", "failed", "dropped"} {
		m.hooks.WithLabelValues(how) // there from the beginning, with 0
	}
	m.routes.most, m.limits.most = mostRoutes, mostLimits
	build := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "theriac_build_info", Help: "Always 1; the labels say what runs.",
		ConstLabels: prometheus.Labels{"version": version, "go": runtime.Version()},
	})
	build.Set(1)
	m.registry.MustRegister(m.appends, m.broken, m.failures, m.requests, m.seconds, m.limited, m.panics, m.streams, m.hooks, m.led, m.leads, build,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Gauge adds something that can be asked for at any time.
func (m *Meters) Gauge(name, help string, f func() float64) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, f))
}

// Counter adds something that is counted elsewhere and only ever rises.
func (m *Meters) Counter(name, help string, f func() float64) {
	m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help}, f))
}

// Handler shows the meters.
func (m *Meters) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{MaxRequestsInFlight: 4, Timeout: 10 * time.Second})
}

// Appended is told how long an entry took to be on disk.
func (m *Meters) Appended(took time.Duration) { m.appends.Observe(took.Seconds()) }

// Broken is told of a table whose log was found to make no sense.
func (m *Meters) Broken() { m.broken.Inc() }

// Failed is told what could not be done. What is not in the list of kinds counts
// as something else.
func (m *Meters) Failed(doing string) { m.failures.WithLabelValues(kind(doing)).Inc() }

// Request is told of an answered request. The route is its template; took is 0
// for what has no duration worth counting.
func (m *Meters) Request(route string, status int, took time.Duration) {
	route = m.routes.known(route)
	m.requests.WithLabelValues(route, strconv.Itoa(bounded(status))).Inc()
	if took > 0 {
		m.seconds.WithLabelValues(route).Observe(took.Seconds())
	}
}

// Limited is told that somebody asked too often.
func (m *Meters) Limited(limit string) { m.limited.WithLabelValues(m.limits.known(limit)).Inc() }

// Led is told of a stream of the store whether it has a leader, and whether that is
// this node. The streams are the house's own: there are two a shard, and four.
func (m *Meters) Led(stream string, known, here bool) {
	m.led.WithLabelValues(stream).Set(number(known))
	m.leads.WithLabelValues(stream).Set(number(here))
}

func number(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// Panicked is told that a request ended in a panic.
func (m *Meters) Panicked() { m.panics.Inc() }

// Hook is told how a notice to a webhook ended.
func (m *Meters) Hook(how string) { m.hooks.WithLabelValues(how).Inc() }

// StreamOpened is told that a stream has opened.
func (m *Meters) StreamOpened() { m.streams.Inc() }

// StreamClosed is told that it has ended.
func (m *Meters) StreamClosed() { m.streams.Dec() }
