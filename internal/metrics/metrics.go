// Package metrics exposes metrics for operators, for Prometheus.
//
// It refuses labels of unbounded cardinality: no table, no person, no address, no
// path that is not a route of the API. It also decides nothing: no code reads a
// metric to act on it.
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

// Meters is the metrics of one node. Its methods may be called from anywhere at any
// time.
type Meters struct {
	registry *prometheus.Registry

	appends  prometheus.Histogram
	broken   prometheus.Counter
	failures *prometheus.CounterVec

	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	limited  *prometheus.CounterVec
	shed     *prometheus.CounterVec
	panics   prometheus.Counter
	led      *prometheus.GaugeVec
	leads    *prometheus.GaugeVec
	lag      *prometheus.GaugeVec
	streams  prometheus.Gauge
	hooks    *prometheus.CounterVec
	notices  *prometheus.CounterVec
	bots     bots

	routes names
	limits names
}

// latencies are the bounds of the histograms, in seconds: from a write that a fast
// disk takes to the pause while a cluster elects a leader.
func latencies() []float64 {
	return []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 20}
}

// New makes the metrics of a node.
func New(version string) *Meters {
	m := &Meters{
		registry: prometheus.NewRegistry(),
		appends: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "theriac_append_seconds", Help: "How long a move took to reach the disk.", Buckets: latencies(),
		}),
		broken: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "theriac_tables_found_broken_total", Help: "Tables whose log was found broken. Any increase is an alarm.",
		}),
		failures: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "theriac_failures_total", Help: "Background tasks that failed, by kind. The server tries again.",
		}, []string{"doing"}),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "theriac_http_requests_total", Help: "Requests answered, by route and status.",
		}, []string{"route", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "theriac_http_request_seconds", Help: "How long requests took, by route, without event streams.", Buckets: latencies(),
		}, []string{"route"}),
		limited: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "theriac_http_limited_total", Help: "Requests refused by a rate limit, by the limit.",
		}, []string{"limit"}),
		shed: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "theriac_http_shed_total", Help: "Requests refused because the server is busy or full, by what they wanted.",
		}, []string{"what"}),
		panics: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "theriac_http_panics_total", Help: "Requests that ended in a panic. Any increase is a bug.",
		}),
		streams: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "theriac_streams_open", Help: "Event streams that are open now.",
		}),
		hooks: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "theriac_webhooks_total", Help: "Webhook deliveries, by how they ended: sent, failed, or dropped where too many waited.",
		}, []string{"how"}),
	}
	m.notices = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "theriac_notices_total", Help: "Notices by push and mail, by how they ended: sent, failed, expired where the device is gone, or retried later.",
	}, []string{"by", "how"})
	for _, by := range []string{"push", "mail"} {
		for _, how := range []string{"sent", "failed", "expired", "retried"} {
			m.notices.WithLabelValues(by, how)
		}
	}
	m.led = prometheus.NewGaugeVec(prometheus.GaugeOpts{
		Name: "theriac_store_stream_led", Help: "1 where a stream of the store has a leader, as far as this node knows; its writes wait while it has none.",
	}, []string{"stream"})
	m.leads = prometheus.NewGaugeVec(prometheus.GaugeOpts{
		Name: "theriac_store_stream_leads", Help: "1 where this node leads a stream of the store.",
	}, []string{"stream"})
	m.lag = prometheus.NewGaugeVec(prometheus.GaugeOpts{
		Name: "theriac_store_replica_lag", Help: "How many operations the slowest replica of a stream is behind, where this node leads it; 0 elsewhere.",
	}, []string{"stream"})
	for _, how := range []string{"sent", "failed", "dropped"} {
		m.hooks.WithLabelValues(how) // exported from the beginning, with 0
	}
	for _, what := range []string{"tables", "people", "reads", "streams", "other", "play"} {
		m.shed.WithLabelValues(what)
	}
	m.bots = newBots()
	m.routes.most, m.limits.most = mostRoutes, mostLimits
	build := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "theriac_build_info", Help: "Always 1; the labels say what runs.",
		ConstLabels: prometheus.Labels{"version": version, "go": runtime.Version()},
	})
	build.Set(1)
	m.registry.MustRegister(m.appends, m.broken, m.failures, m.requests, m.seconds, m.limited, m.shed, m.panics, m.streams, m.hooks, m.notices, m.led, m.leads, m.lag, build,
		m.bots.asked, m.bots.moves, m.bots.seconds, m.bots.again, m.bots.failed, m.bots.advised, m.bots.advice,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Gauge adds a metric that is computed on demand.
func (m *Meters) Gauge(name, help string, f func() float64) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, f))
}

// Counter adds a metric that is counted elsewhere and only ever rises.
func (m *Meters) Counter(name, help string, f func() float64) {
	m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help}, f))
}

// Handler serves the metrics.
func (m *Meters) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{MaxRequestsInFlight: 4, Timeout: 10 * time.Second})
}

// Appended counts an entry, and how long it took to reach the disk.
func (m *Meters) Appended(took time.Duration) { m.appends.Observe(took.Seconds()) }

// Broken counts a table whose log was found broken.
func (m *Meters) Broken() { m.broken.Inc() }

// Failed counts a failure. A kind that is not in the list counts as other.
func (m *Meters) Failed(doing string) { m.failures.WithLabelValues(kind(doing)).Inc() }

// Request counts an answered request. The route is its template; took is 0 where the
// duration is not worth counting.
func (m *Meters) Request(route string, status int, took time.Duration) {
	route = m.routes.known(route)
	m.requests.WithLabelValues(route, strconv.Itoa(bounded(status))).Inc()
	if took > 0 {
		m.seconds.WithLabelValues(route).Observe(took.Seconds())
	}
}

// Limited counts a request that a rate limit refused.
func (m *Meters) Limited(limit string) { m.limited.WithLabelValues(m.limits.known(limit)).Inc() }

// Shed counts a request that was refused because the server is busy or full.
func (m *Meters) Shed(what string) { m.shed.WithLabelValues(what).Inc() }

// Led sets whether a stream of the store has a leader, whether that is this node, and
// how far its slowest replica is behind.
// The streams are the server's own: two a shard, and four more.
func (m *Meters) Led(stream string, known, here bool, lag uint64) {
	m.lag.WithLabelValues(stream).Set(float64(lag))
	m.led.WithLabelValues(stream).Set(number(known))
	m.leads.WithLabelValues(stream).Set(number(here))
}

func number(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// Panicked counts a request that ended in a panic.
func (m *Meters) Panicked() { m.panics.Inc() }

// Hook counts how a delivery to a webhook ended.
func (m *Meters) Hook(how string) { m.hooks.WithLabelValues(how).Inc() }

// Notice counts how a notice by push or mail ended.
func (m *Meters) Notice(by, how string) { m.notices.WithLabelValues(by, how).Inc() }

// StreamOpened counts a stream in.
func (m *Meters) StreamOpened() { m.streams.Inc() }

// StreamClosed counts it out.
func (m *Meters) StreamClosed() { m.streams.Dec() }
