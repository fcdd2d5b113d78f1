import { execFileSync } from 'node:child_process'

/** What git says to the error output, such as that there is no tag yet, is not shown. */
const git = (folder, ...args) =>
  execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()

/** The newest release before this commit, such as `v1.2.0`; null before the first one. */
export function lastRelease(folder) {
  try {
    return git(folder, 'describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*')
  } catch {
    return null
  }
}

/**
 * A chapter of CHANGELOG.md: what changed since the release before, by area. A commit says `area: what changed`; merges are left out.
 * @param day `2026-11-24`
 */
export function chapterOf(folder, version, day) {
  const last = lastRelease(folder)
  const subjects = git(
    folder,
    'log',
    '--no-merges',
    '--reverse',
    '--format=%s',
    ...(last ? [`${last}..HEAD`] : []),
  )
  const areas = new Map()
  for (const subject of subjects.split('\n').filter(Boolean)) {
    const [, area, what] = /^([\w./ -]{1,30}): (.+)$/.exec(subject) ?? [null, 'other', subject]
    areas.set(area, [...(areas.get(area) ?? []), what])
  }
  const parts = [...areas].sort(([one], [other]) => (one < other ? -1 : 1))
  return [
    `## ${version} · ${day}`,
    ...parts.map(([area, lines]) => [`### ${area}`, list(lines)].join('\n\n')),
  ].join('\n\n')
}

const list = (lines) => lines.map((line) => `- ${line}`).join('\n')

/** The changelog with a new chapter at its top. */
export const withChapter = (text, chapter) => {
  const [title, ...chapters] = (text || '# Changes\n').split(/\n(?=## )/)
  return `${[title.trim(), chapter, ...chapters.map((each) => each.trim())].join('\n\n')}\n`
}
