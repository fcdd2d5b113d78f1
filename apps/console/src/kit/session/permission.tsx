import type { Endpoint } from '@kabao/contract/kernel/kernel'
import type { ReactNode } from 'react'
import { useSession } from './session.ts'

/** Whether the account holds a permission point, or the point that an endpoint requires. Follows changes at once. */
export function usePermission(point: string | Pick<Endpoint, 'point'>): boolean {
  const needed = typeof point === 'string' ? point : point.point
  return useSession(({ points }) => needed === null || points.has(needed))
}

/** Whether the account has one of these roles. Follows changes at once. */
export const useRole = (...roles: readonly string[]): boolean =>
  useSession((session) => roles.some((role) => session.roles.includes(role)))

/** Shows its children to an account that may call the endpoint. */
export function Can({ use, children }: { use: Pick<Endpoint, 'point'>; children: ReactNode }) {
  return usePermission(use) ? children : null
}

/**
 * Shows its children to an account that holds one of the points; an empty list shows them to everyone
 * (docs/specification/permissions.md).
 */
export function HasPermission({ points, children }: { points: readonly string[]; children: ReactNode }) {
  if (!Array.isArray(points)) throw new Error("need permissions! Like points={['user:export']}")
  const held = useSession((session) => points.some((point) => session.points.has(point)))
  return points.length === 0 || held ? children : null
}

/**
 * Shows its children to an account that has one of the roles; an empty list shows them to everyone
 * (docs/specification/permissions.md).
 */
export function HasRole({ roles, children }: { roles: readonly string[]; children: ReactNode }) {
  if (!Array.isArray(roles)) throw new Error("need roles! Like roles={['admin','user']}")
  const held = useRole(...roles)
  return roles.length === 0 || held ? children : null
}
