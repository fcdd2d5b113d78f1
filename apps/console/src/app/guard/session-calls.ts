/**
 * The calls of the session, loaded when the first is made: their schemas weigh as much as a fifth of the login page,
 * and whoever looks at it has nothing to call yet.
 */
export const sessionCalls = () => import('@kabao/contract/session').then(({ session }) => session)
