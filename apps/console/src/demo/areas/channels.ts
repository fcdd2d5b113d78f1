import type { Random } from '../random.ts'

/** The channels of the users. */
export const channels = ['华南直投', '信息流 A', '信息流 B', '应用商店', '短信召回', '线下门店'].map(
  (name, index) => ({ id: String(index + 1), code: `CH00${index + 1}`, name }),
)

export function channelOf(random: Random) {
  const { id: channelId, name: channelName } = random.pick(channels)
  return { channelId, channelName }
}
