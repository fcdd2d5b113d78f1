/**
 * The endpoints of the session, loaded with the first call: their schemas are as large as a fifth of the login page, which makes
 * no call when it opens.
 */
export const sessionCalls = () => import('@kabao/contract/access/session').then(({ session }) => session)
