import { setTimeout as sleep } from 'node:timers/promises'

/** The longest wait for an alert to fire, or to be over, in seconds. */
const patience = 300
const lookMs = 1_000

/**
 * Causes a fault, waits until its alerts fire, ends it, and waits until they are over.
 * @param fault `alerts`: what must fire; none, if the fault must be kept quiet about. `cause(world)`: resolves with how to end it.
 * `seconds`: the longest wait, or for how long nothing may fire once it is caused
 * @returns `fired` and `over`: after how many seconds, by alert; `others`: what fired too; `before`: what fired already; `problem`: the
 * error by which it could not be caused or ended, or null
 */
export async function tryFault(world, { alerts, cause, seconds = patience }) {
  const before = await untilQuiet(world)
  const others = new Set()
  const begun = { fired: performance.now() }
  const times = { fired: {}, over: {} }
  /** Looks once. @param isNow whether an alert that fires is waited for; else one that does not */
  const look = async (what, isNow) => {
    const firing = await world.prometheus.firing()
    for (const name of firing) if (![...alerts, ...before].includes(name)) others.add(name)
    for (const name of alerts)
      if (firing.includes(name) === isNow)
        times[what][name] ??= Math.round((performance.now() - begun[what]) / 1_000)
    return alerts.length > 0 && alerts.every((name) => name in times[what])
  }
  const until = async (what, isNow, mostSeconds) => {
    while (!(await look(what, isNow)) && performance.now() - begun[what] < mostSeconds * 1_000)
      await sleep(lookMs)
  }
  let problem = null
  const note = (error) => {
    problem ??= error
  }
  // Some faults take a while to be caused, and their alerts fire meanwhile.
  const causing = cause(world).catch(note)
  if (alerts.length === 0) {
    await causing
    begun.fired = performance.now()
  }
  await until('fired', true, seconds)
  const end = await causing
  begun.over = performance.now()
  await Promise.resolve(end?.()).catch(note)
  if (alerts.length > 0) await until('over', false, patience)
  return { ...times, others: [...others], before, problem }
}

/** Waits until no alert fires. @returns those that do not end */
export async function untilQuiet(world) {
  let firing = []
  for (const end = Date.now() + patience * 1_000; Date.now() < end; await sleep(lookMs)) {
    firing = await world.prometheus.firing()
    if (firing.length === 0) return []
  }
  return firing
}

/** @returns the alerts that fire at some time within so many seconds */
export async function watch(world, seconds) {
  const seen = new Set()
  for (const end = Date.now() + seconds * 1_000; Date.now() < end; await sleep(lookMs))
    for (const name of await world.prometheus.firing()) seen.add(name)
  return [...seen]
}
