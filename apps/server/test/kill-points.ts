import type { Behavior } from '#demo/partner/behaviors'
import { call, commit, type Place, statement } from './places.ts'

/** A moment of the pipeline at which something is killed. */
export interface KillPoint {
  name: string
  /** How the organization that is tried first behaves, by turns. */
  first: readonly Behavior[]
  /** Whether there is no other organization, which would accept everybody. */
  isAlone?: boolean
  /** Whether there is no organization at all, and nobody goes anywhere. */
  isNowhere?: boolean
  at: Place
  /** Where the one that takes over is killed too. */
  thenAt?: Place
}

/* What a function of the database takes is one parameter of JSON, whose quotes are quoted again. */
const screens = /store_screened/
const decides = /decide_pushes/
const triesAgain = /decide_pushes[\s\S]*\\"again\\":\\"/
const ends = (outcome: string) => new RegExp(`settle_pushes[\\s\\S]*\\\\"outcome\\\\":\\\\"${outcome}\\\\"`)
/** A submit begins. */
export const submits = /insert into push_attempt[\s\S]*\\"stage\\":\\"submit\\"/
const asks = /insert into push_attempt[\s\S]*,"query",/

const accepts: readonly Behavior[] = ['accept']
const rejects: readonly Behavior[] = ['reject']
/** Takes the person and breaks off, so that it must be asked. */
const drops: readonly Behavior[] = ['drop']
const failsOnce: readonly Behavior[] = ['error', 'accept']

export const killPoints: readonly KillPoint[] = [
  { name: 'a step is claimed', first: accepts, at: statement('after', /for update skip locked/) },
  {
    name: 'what the screening of somebody found whom no plan fits is not stored',
    first: accepts,
    isNowhere: true,
    at: statement('before', screens),
  },
  {
    name: 'what the screening found is stored and not committed',
    first: accepts,
    isNowhere: true,
    at: commit('before', screens),
  },
  {
    name: 'what the screening found is committed',
    first: accepts,
    isNowhere: true,
    at: commit('after', screens),
  },
  { name: 'the decision is not stored', first: accepts, at: statement('before', decides) },
  { name: 'the decision is stored', first: accepts, at: statement('after', decides) },
  { name: 'the attempt is not stored', first: accepts, at: statement('before', submits) },
  { name: 'the attempt is stored', first: accepts, at: statement('after', submits) },
  {
    name: 'the call of a killed instance is closed',
    first: accepts,
    at: call('submit', 'after'),
    thenAt: statement('after', /settle_pushes[\s\S]*\\"interrupted\\":true/),
  },
  { name: 'the organization does not get the call', first: accepts, at: call('submit', 'before') },
  { name: 'the organization has accepted', first: accepts, at: call('submit', 'after') },
  { name: 'half of the acceptance arrived', first: accepts, at: call('submit', 'middle') },
  { name: 'the organization has rejected', first: rejects, at: call('submit', 'after') },
  { name: 'the call is counted', first: accepts, at: statement('after', /insert into org_call/) },
  { name: 'the acceptance is not stored', first: accepts, at: statement('before', ends('accepted')) },
  { name: 'the acceptance is stored', first: accepts, at: statement('after', ends('accepted')) },
  { name: 'the rejection is not stored', first: rejects, at: statement('before', ends('rejected')) },
  { name: 'the rejection is stored', first: rejects, at: statement('after', ends('rejected')) },
  { name: 'that it is unclear is not stored', first: drops, at: statement('before', ends('unknown')) },
  { name: 'that it is unclear is stored', first: drops, at: statement('after', ends('unknown')) },
  { name: 'the question is committed', first: drops, at: commit('after', asks) },
  { name: 'the organization does not get the question', first: drops, at: call('query', 'before') },
  { name: 'the organization has answered the question', first: drops, at: call('query', 'after') },
  {
    name: 'the answer to the question is not stored',
    first: drops,
    at: statement('before', ends('accepted')),
  },
  { name: 'the answer to the question is stored', first: drops, at: statement('after', ends('accepted')) },
  {
    name: 'the end of the search is not committed',
    first: failsOnce,
    isAlone: true,
    at: commit('before', /update due_step set kind[\s\S]*"retry"/),
  },
  {
    name: 'the second decision is not stored',
    first: failsOnce,
    isAlone: true,
    at: statement('before', triesAgain),
  },
  {
    name: 'the second decision is stored',
    first: failsOnce,
    isAlone: true,
    at: statement('after', triesAgain),
  },
]
