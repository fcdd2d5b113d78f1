import { type PushAudience, pushPlan } from '@kabao/contract/engine/push-plan'
import { useEffect, useState } from 'react'
import { useAnswer } from '#kit'

/** How long the reader pauses before an audience is counted, in milliseconds. */
const pause = 500

/** The fields of a push plan, typed or stored, that choose its audience. */
type Chosen = { [F in keyof PushAudience]: PushAudience[F] | null }

/** The body of the count; null while no plan is chosen or the contract refuses a field. */
function audienceOf(chosen: Chosen): PushAudience | null {
  const { planId, channelId, cityCode, registeredFrom, registeredTo, userStatuses, riskLevels, sources } =
    chosen
  const body = {
    planId,
    channelId,
    cityCode,
    registeredFrom,
    registeredTo,
    userStatuses,
    riskLevels,
    sources,
  }
  return pushPlan.audience.body.safeParse(body).data ?? null
}

/**
 * How many people the audience has now, counted again after each change.
 * `isKnown` is whether there is anything to count; `count` is absent until it is counted.
 */
export function useAudience(chosen: Chosen) {
  const text = JSON.stringify(audienceOf(chosen))
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  const body = JSON.parse(settled) as PushAudience | null
  const { data, error, refetch } = useAnswer(
    pushPlan.audience,
    { body: (body ?? {}) as PushAudience },
    // The failure is shown in place of the number.
    { enabled: body !== null, meta: { isSilent: true } },
  )
  const isSettled = settled === text
  return {
    isKnown: text !== 'null',
    count: isSettled && body ? data : undefined,
    isFailed: isSettled && body !== null && error !== null && !data,
    again: () => void refetch(),
  }
}
