/** How many times shorter the times of the rules are, and the shortest and longest that they become, in seconds. */
export const factor = 20
const shortest = 6
export const longest = 90
const unitSeconds = { s: 1, m: 60, h: 3_600, d: 86_400 }

/**
 * The shipped rules with each `for:`, range and offset shortened, because somebody waits for them to fire. What an expression compares stays
 * as it is.
 * @param text the rules, as YAML
 */
export const shortened = (text) =>
  text.replace(/(\bfor: |\boffset |\[)(\d+)([smhd])\b/g, (_, before, count, unit) => {
    const seconds = Math.round((count * unitSeconds[unit]) / factor)
    return `${before}${Math.min(longest, Math.max(shortest, seconds))}s`
  })
