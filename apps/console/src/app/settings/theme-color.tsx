import { settingsWords } from '@kabao/contract/operations/settings.words'
import { useState } from 'react'
import { ColorPicker, Popover, UnstyledButton, useWords } from '#kit'
import { paletteOf } from '#kit/theme/palette.ts'
import classes from './drawer.module.css'
import { change, useSettings } from './store.ts'

/** The theme color and the ten steps derived from it; the bars show those of the light scheme. */
export function ThemeColor({
  isChoosing,
  onChoosing,
}: {
  isChoosing: boolean
  onChoosing: (isChoosing: boolean) => void
}) {
  const { t } = useWords(settingsWords)
  const themeColor = useSettings((settings) => settings.themeColor)
  const [draft, setDraft] = useState<string | null>(null)
  const shown = draft ?? themeColor
  const choose = (color: string) => {
    setDraft(null)
    change({ themeColor: color.toUpperCase() })
  }
  return (
    <section>
      <h3 className={classes.heading}>{t('themeColor')}</h3>
      <Popover
        position="bottom-start"
        width={260}
        withinPortal={false}
        opened={isChoosing}
        onChange={onChoosing}
      >
        <Popover.Target>
          <UnstyledButton
            className={classes.color}
            onClick={() => onChoosing(!isChoosing)}
            aria-label={`${t('themeColor.choose')} ${shown}`}
          >
            <span className={classes.swatch} style={{ background: shown }} />
            {shown}
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown className={classes.picker}>
          <ColorPicker
            format="hex"
            value={shown}
            onChange={setDraft}
            onChangeEnd={choose}
            swatches={proposals}
            swatchesPerRow={8}
            saturationLabel={t('themeColor')}
            hueLabel={t('themeColor')}
            fullWidth
          />
        </Popover.Dropdown>
      </Popover>
      <ol className={classes.steps} aria-hidden>
        {paletteOf(themeColor).light.map((color, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two steps of a gray may be equal
          <li key={index} style={{ background: color }} />
        ))}
      </ol>
      <p className={classes.hint}>{t('color.tooltip')}</p>
    </section>
  )
}

/** Arco's preset colors. */
const proposals = ['#165DFF', '#F53F3F', '#FF7D00', '#F7BA1E', '#00B42A', '#14C9C9', '#722ED1', '#F5319D']
