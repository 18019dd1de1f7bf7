// Package metrics exposes metrics for operators, in the format of Prometheus.
//
// By design it refuses labels with an unlimited number of values: tables, people, addresses, or paths that are
// not routes of the API. It only reports: no code reads a metric to decide anything.
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

// Meters holds the metrics of one node. It is safe for concurrent use.
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

// latencies returns the histogram bounds in seconds. They range from a write on a fast disk to the pause while
// a cluster elects a leader.
func latencies() []float64 {
	return []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 20}
}

// New returns the metrics of a node.
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
		m.hooks.WithLabelValues(how) // creates the metric with value 0, so that it is exported from the start
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

// Gauge adds a metric whose value f computes when it is read.
func (m *Meters) Gauge(name, help string, f func() float64) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, f))
}

// Counter adds a metric whose value f returns when it is read. The value must never decrease.
func (m *Meters) Counter(name, help string, f func() float64) {
	m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help}, f))
}

// Handler returns an HTTP handler that serves the metrics.
func (m *Meters) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{MaxRequestsInFlight: 4, Timeout: 10 * time.Second})
}

// Appended counts an entry of a log, and records how long it took to reach the disk.
func (m *Meters) Appended(took time.Duration) { m.appends.Observe(took.Seconds()) }

// Broken counts a table that became read-only because of a broken log.
func (m *Meters) Broken() { m.broken.Inc() }

// Failed counts a failure of background work. Kinds that are not listed count as "other".
func (m *Meters) Failed(doing string) { m.failures.WithLabelValues(kind(doing)).Inc() }

// Request counts a request that was answered. route is the template of its path. If took is 0, the duration is
// not recorded.
func (m *Meters) Request(route string, status int, took time.Duration) {
	route = m.routes.known(route)
	m.requests.WithLabelValues(route, strconv.Itoa(bounded(status))).Inc()
	if took > 0 {
		m.seconds.WithLabelValues(route).Observe(took.Seconds())
	}
}

// Limited counts a request that a rate limit rejected.
func (m *Meters) Limited(limit string) { m.limited.WithLabelValues(m.limits.known(limit)).Inc() }

// Shed counts a request that was rejected because the server is busy or full.
func (m *Meters) Shed(what string) { m.shed.WithLabelValues(what).Inc() }

// Led records whether a stream of the store has a leader, whether it is this node, and how far the slowest
// replica lags. There are only two streams per shard and four more, so the labels are limited.
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

// Hook counts a delivery to a webhook by its result.
func (m *Meters) Hook(how string) { m.hooks.WithLabelValues(how).Inc() }

// Notice counts a notice by "push" or "mail", and by its result.
func (m *Meters) Notice(by, how string) { m.notices.WithLabelValues(by, how).Inc() }

// StreamOpened adds one to the number of open event streams.
func (m *Meters) StreamOpened() { m.streams.Inc() }

// StreamClosed subtracts one from the number of open event streams.
func (m *Meters) StreamClosed() { m.streams.Dec() }
