/** The most calls of this instance to one organization at once, and how many begin in a second. */
export const orgLimits = { concurrent: 16, calls: 200, seconds: 1 }
