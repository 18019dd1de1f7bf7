package bus

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"theriac/internal/replica"
	"theriac/internal/sqlite"
	"theriac/internal/state"
	"theriac/internal/store"
)

// life is the part of a session that concerns the open file, and the driver that applies frames to it.
type life struct {
	*Node
	log    *Log
	driver *replica.Driver
	file   *sqlite.Store
	node   *replica.Node

	doubts  time.Time // when the node began to doubt its state; zero if it does not
	checked int       // number of damages known at the last check of the file
	told    time.Time

	check     <-chan error // receives the result of a check of the file; nil if none is running
	stopCheck func()

	tidied   time.Time // when the node last deleted logs of earlier epochs
	heldAt   time.Time // when the node last told the others which frames it needs
	spreadAt time.Time // when the node last told the others that the log has lost frames
}

// begin opens the file and creates its driver. If the file cannot be read and there are other nodes, begin puts
// it aside and creates an empty one.
func (l *life) begin() error {
	err := l.open()
	if errors.Is(err, store.ErrDamaged) && l.Members > 1 {
		l.Logger.Error("this node's state cannot be read, and the node takes a copy of another one", "err", err)
		if err := l.putAside(l.stateDir()); err != nil {
			return err
		}
		err = l.open()
	}
	return err
}

func (l *life) open() (err error) {
	conf := sqlite.Config{Dir: l.stateDir(), MaxStore: l.MaxStore, NoSync: l.Server.NoSync, Replicated: true, Logger: l.Logger}
	if l.file, err = sqlite.Open(conf); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			l.file.Close()
			l.file = nil
		}
	}()
	self, err := l.file.Machine().Self()
	if err != nil {
		return err
	}
	if l.server == nil {
		if err := l.checkLogFolder(self); err != nil {
			return err
		}
	}
	if self.Host == l.Host && self.Member != 0 {
		if err := l.stampLogFolder(self.Member, self.Boot+1); err != nil {
			return err
		}
	}
	l.driver, err = replica.New(replica.Config{
		Log: l.log, Machine: l.file.Machine(), Host: l.Host, Members: l.Members, Random: l.random,
		Resend: l.Resend, Keep: l.Keep, Beat: l.Beat, Checkpoint: l.Checkpoint, Linger: linger,
	})
	if err != nil {
		return err
	}
	hello := l.driver.Hello()
	if err := l.stampLogFolder(hello.Member, hello.Boot); err != nil {
		return err
	}
	l.Logger.Info("the node starts", "member", fmt.Sprintf("%x", hello.Member), "start", hello.Boot, "frame", l.driver.Mark().Index, "epoch", l.driver.Mark().Epoch)
	l.doubts, l.checked = time.Time{}, 0
	l.change(func() { l.Node.file, l.Node.hello = l.file, hello })
	return nil
}

// end stops the node's driver and closes the file.
func (l *life) end() {
	if l.check != nil {
		l.stopCheck()
		l.check = nil
	}
	if l.node != nil {
		l.node.Close()
	}
	l.change(func() { l.Node.file, l.Node.node = nil, nil })
	if l.file != nil {
		l.file.Close()
	}
	l.file, l.node = nil, nil
}

// watch runs the driver until it stops, and returns the reason.
func (l *life) watch() error {
	l.node = replica.Start(l.driver, l.log.More())
	l.file.Join(l.node)
	l.change(func() { l.Node.node, l.problem = l.node, nil })
	t := time.NewTicker(watchEvery)
	defer t.Stop()
	for {
		select {
		case <-l.ctx.Done():
			return l.ctx.Err()
		case <-l.node.Ended():
			return l.node.Err()
		case err, damaged := <-l.check:
			l.check = nil
			if damaged {
				l.node.Stop(err)
			} else {
				l.change(func() { l.sound, l.soundWith = l.file, l.checked })
			}
			continue
		case <-t.C:
		}
		if !l.server.Running() {
			return errServerStopped
		}
		l.dropLent()
		if !l.log.State().Known {
			l.foundFirst()
		}
		l.spread()
		l.release()
		l.tidy()
		if l.Members > 1 {
			l.doubt()
		}
	}
}

// release lets the log remove frames that this node has needed after its copy, once it has caught up. A node
// whose disk is full may never catch up, so it does not keep them either.
func (l *life) release() {
	switch s := l.node.Status(); {
	case l.needs == 0:
	case s.Live, s.Full:
		l.need(l.nc, 0)
	case time.Since(l.heldAt) > holdEvery:
		l.heldAt = time.Now()
		l.need(l.nc, s.Mark.Index)
	}
}

// tidy deletes the logs of earlier epochs from time to time.
func (l *life) tidy() {
	every := cmp.Or(l.Beat, time.Minute)
	if time.Since(l.tidied) < every {
		return
	}
	l.tidied = time.Now()
	ctx, cancel := context.WithTimeout(l.ctx, askWait)
	defer cancel()
	if err := l.log.DeleteOlder(ctx); err != nil {
		l.Logger.Warn("a log of an earlier epoch remains", "err", err)
	}
}

// spread tells the other nodes if the log has lost frames. The node that has applied them notices this first.
func (l *life) spread() {
	epoch := l.log.lost()
	if epoch == 0 || time.Since(l.spreadAt) < askWait {
		return
	}
	l.markShort(epoch)
	l.say(ErrShort)
	l.ask(l.ctx, l.nc)
	l.spreadAt = time.Now()
}

// doubt starts to check the whole file if this node has doubted its state for doubtWait, or if the store reports
// new damage. If a row is damaged, watch stops the node. Not every report means a lost row, because the store
// repairs single flipped bits.
func (l *life) doubt() {
	damages, err := l.file.Health().Damages(l.ctx)
	if err != nil || l.check != nil {
		return
	}
	switch s := l.node.Status(); {
	case len(damages) > l.checked && l.peersAreSound():
	case !s.Doubts:
		l.doubts = time.Time{}
		return
	case l.doubts.IsZero():
		l.doubts = time.Now()
		return
	case time.Since(l.doubts) < doubtWait:
		return
	}
	l.doubts, l.checked = time.Now(), len(damages)
	l.Logger.Warn("this node checks its file")
	ctx, cancel := context.WithCancel(l.ctx)
	done := make(chan error, 1)
	l.check, l.stopCheck = done, func() { cancel(); <-done }
	go func() {
		defer close(done)
		defer cancel()
		report, err := sqlite.CheckFile(ctx, l.stateDir(), 0)
		switch {
		case errors.Is(err, store.ErrDamaged):
			done <- fmt.Errorf("%w: %w", replica.ErrDiverged, err)
		case len(report.Damages) > 0:
			done <- fmt.Errorf("%w: %s: %s", replica.ErrDiverged, report.Damages[0].Where, report.Damages[0].What)
		}
	}()
}

// errServerStopped means that the message server has closed the log, for example because the disk was full.
var errServerStopped = errors.New("bus: the message server has closed the log")

// peersAreSound reports whether another node has a sound state that this node can copy.
func (l *life) peersAreSound() bool {
	for _, a := range l.ask(l.ctx, l.nc) {
		if a.Live {
			return true
		}
	}
	return false
}

// foundFirst creates the first log of a cluster once all nodes are running, if none has been in a cluster
// before. The node that has data creates the log. If none has data, the node whose name sorts first does.
func (l *life) foundFirst() {
	own := l.account()
	others := l.ask(l.ctx, l.nc)
	base := state.Mark{Epoch: 1, Index: own.Mark.Index, Hash: own.Mark.Hash}
	first := true
	for _, a := range others {
		switch {
		case a.Epoch > 0 || a.Blank:
			return // there is a log, or the other node cannot tell yet
		case a.Mark.Epoch > 0 || own.Mark.Epoch > 0:
			l.say(ErrLogLost)
			return
		case a.Mark.Index > 0 && own.Mark.Index > 0:
			l.say(ErrTwoData)
			return
		case a.Mark.Index > own.Mark.Index, a.Mark.Index == own.Mark.Index && strings.Compare(a.Host, own.Host) < 0:
			first = false
		}
	}
	switch {
	case len(others) < l.Members-1 || !first:
		return
	case own.Mark.Epoch > 0: // a cluster of one node has lost its log
		base.Epoch = own.Mark.Epoch + 1
	}
	ctx, cancel := context.WithTimeout(l.ctx, 2*askWait)
	defer cancel()
	l.mu.Lock()
	l.problem = nil
	l.mu.Unlock()
	if err := l.log.Found(ctx, base, l.Members); err != nil {
		l.Logger.Debug("the log is not founded yet", "err", err)
		return
	}
	l.Logger.Info("this node has founded the log", "epoch", base.Epoch, "after", base.Index)
}

// say records a problem that only an operator can solve. It logs the problem at most once per tellEvery.
func (l *life) say(err error) {
	l.mu.Lock()
	l.problem = err
	l.mu.Unlock()
	if time.Since(l.told) > tellEvery {
		l.told = time.Now()
		l.Logger.Error("the cluster needs its operator", "err", err)
	}
}

// recover handles the reason for which the driver has stopped. It reports whether the session can go on with
// the same message server.
func (l *life) recover(reason error) (again bool, err error) {
	if l.ctx.Err() != nil {
		return false, l.ctx.Err()
	}
	l.Logger.Warn("the node has stopped", "why", reason)
	switch {
	case errors.Is(reason, replica.ErrBehind), errors.Is(reason, replica.ErrDiverged), errors.Is(reason, replica.ErrDamaged),
		errors.Is(reason, store.ErrDamaged) && l.Members > 1: // the driver could not read its own file
		err := l.rebuild(reason)
		return err == nil, err
	case errors.Is(reason, replica.ErrCopied):
		return false, cmp.Or(l.rename(), reason)
	case errors.Is(reason, replica.ErrNewer), errors.Is(reason, replica.ErrDivided): // the state can still be read
		l.say(reason)
		l.change(func() { l.halted = true })
		<-l.ctx.Done()
		return false, l.ctx.Err()
	}
	return false, reason
}

// rename removes the node's name from its file, so that the node takes a new one at its next start.
func (l *life) rename() error {
	l.renamed.Add(1)
	l.Logger.Error("this node's folder has forgotten what the node has told others: the node takes a new name")
	if l.node != nil {
		l.node.Close()
	}
	return l.file.Machine().SetSelf(replica.Self{})
}

// rebuild replaces this node's file with a copy of another node's file, but keeps this node's name.
func (l *life) rebuild(reason error) error {
	self, err := l.file.Machine().Self()
	if err != nil {
		return err
	}
	was := l.file.Machine().Mark()
	keep := !errors.Is(reason, replica.ErrBehind) || was.Epoch == 0 && was.Index > 0
	l.Logger.Error("this node takes a copy of another one", "why", reason, "frame", was.Index)
	l.end()
	l.change(func() { l.problem = reason })
	ctx, cancel := context.WithCancel(l.ctx)
	defer cancel()
	go func() {
		for sleep(ctx, holdEvery) {
			l.tellNeeds(l.nc)
		}
	}()
	dir := filepath.Join(l.Dir, copyFolder)
	var mark state.Mark
	for told := time.Now(); ; {
		log := l.log.State()
		var from string
		if from, err = l.fetchCopy(l.nc, log.Base.Epoch, dir); err == nil {
			if mark, err = prepare(dir, self, log); err == nil {
				l.Logger.Warn("this node has a copy", "of", from, "frame", mark.Index)
				break
			}
		}
		if !l.server.Running() {
			return errServerStopped
		}
		if time.Since(told) > tellEvery {
			told = time.Now()
			l.Logger.Error("this node cannot take a copy yet", "err", err)
		}
		if !sleep(l.ctx, retryAfter) {
			return l.ctx.Err()
		}
	}
	if keep {
		err = l.putAside(l.stateDir())
	} else {
		err = os.RemoveAll(l.stateDir())
	}
	if err != nil {
		return err
	}
	if err := os.Rename(dir, l.stateDir()); err != nil {
		return err
	}
	l.copies.Add(1)
	l.need(l.nc, mark.Index)
	return l.begin()
}
