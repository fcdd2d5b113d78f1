/**
 * Some entities have two lists, one for each pair of flows (decision 036): in the one the service sends people to a partner, in the
 * other, the joint login, people sign in at the partner themselves.
 */
export const plainFlows = ['full', 'half'] as const
export const jointFlows = ['uv', 'city'] as const
