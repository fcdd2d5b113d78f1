import type { Behavior } from '#demo/partner/behaviors'
import { call, commit, type Place, statement } from './places.ts'

/** A moment of the pipeline at which something is killed. */
export interface KillPoint {
  name: string
  /** How the organization that is tried first behaves, by turns. */
  first: readonly Behavior[]
  /** Whether there is no other organization, which would accept everybody. */
  isAlone?: boolean
  at: Place
  /** Where the one that takes over is killed too. */
  thenAt?: Place
}

const ends = (outcome: string) =>
  new RegExp(`update push_record set status = \\$1, reason[\\s\\S]*\\["${outcome}"`)
const begins = (stage: string) => new RegExp(`insert into push_attempt[\\s\\S]*,"${stage}",`)
const triesAgain = /update push_record set status = 'pending'/

const accepts: readonly Behavior[] = ['accept']
const rejects: readonly Behavior[] = ['reject']
/** Takes the person and breaks off, so that it must be asked. */
const drops: readonly Behavior[] = ['drop']
const failsOnce: readonly Behavior[] = ['error', 'accept']

export const killPoints: readonly KillPoint[] = [
  { name: 'a step is claimed', first: accepts, at: statement('after', /for update skip locked/) },
  { name: 'the screening is not committed', first: accepts, at: commit('before', /set risk_level/) },
  { name: 'the screening is committed', first: accepts, at: commit('after', /set risk_level/) },
  { name: 'the caps are claimed', first: accepts, at: statement('after', /claim_caps/) },
  { name: 'the pair is claimed', first: accepts, at: statement('after', /insert into push_dedupe/) },
  { name: 'the push is stored', first: accepts, at: statement('after', /insert into push_record/) },
  { name: 'the decision is not committed', first: accepts, at: commit('before', /hold_amount/) },
  { name: 'the decision is committed', first: accepts, at: commit('after', /hold_amount/) },
  { name: 'the attempt is not stored', first: accepts, at: statement('before', begins('submit')) },
  { name: 'the attempt is not committed', first: accepts, at: commit('before', begins('submit')) },
  { name: 'the attempt is committed', first: accepts, at: commit('after', begins('submit')) },
  {
    name: 'the call of a killed instance is closed',
    first: accepts,
    at: call('submit', 'after'),
    thenAt: statement('after', /error = 'interrupted'\s+where push_id/),
  },
  { name: 'the organization does not get the call', first: accepts, at: call('submit', 'before') },
  { name: 'the organization has accepted', first: accepts, at: call('submit', 'after') },
  { name: 'half of the acceptance arrived', first: accepts, at: call('submit', 'middle') },
  { name: 'the organization has rejected', first: rejects, at: call('submit', 'after') },
  { name: 'the call is counted', first: accepts, at: statement('after', /insert into org_call/) },
  { name: 'the acceptance is not stored', first: accepts, at: statement('before', ends('accepted')) },
  { name: 'the price is charged', first: accepts, at: statement('after', /post_hold/) },
  { name: 'the acceptance is not committed', first: accepts, at: commit('before', ends('accepted')) },
  { name: 'the acceptance is committed', first: accepts, at: commit('after', ends('accepted')) },
  { name: 'the caps are given back', first: rejects, at: statement('after', /give_back_caps/) },
  { name: 'the rejection is not committed', first: rejects, at: commit('before', ends('rejected')) },
  { name: 'the rejection is committed', first: rejects, at: commit('after', ends('rejected')) },
  { name: 'that it is unclear is not committed', first: drops, at: commit('before', ends('unknown')) },
  { name: 'that it is unclear is committed', first: drops, at: commit('after', ends('unknown')) },
  { name: 'the question is committed', first: drops, at: commit('after', begins('query')) },
  { name: 'the organization does not get the question', first: drops, at: call('query', 'before') },
  { name: 'the organization has answered the question', first: drops, at: call('query', 'after') },
  {
    name: 'the answer to the question is not committed',
    first: drops,
    at: commit('before', ends('accepted')),
  },
  { name: 'the answer to the question is committed', first: drops, at: commit('after', ends('accepted')) },
  {
    name: 'the end of the search is not committed',
    first: failsOnce,
    isAlone: true,
    at: commit('before', /update due_step set kind[\s\S]*"retry"/),
  },
  {
    name: 'the failed push is pending again',
    first: failsOnce,
    isAlone: true,
    at: statement('after', triesAgain),
  },
  {
    name: 'the second decision is committed',
    first: failsOnce,
    isAlone: true,
    at: commit('after', triesAgain),
  },
]
