import '@mantine/core/styles/Slider.layer.css'
import 'react-easy-crop/react-easy-crop.css'
import { cropWords } from '@kabao/contract/kernel/crop.words'
import { Slider } from '@mantine/core'
import { useState } from 'react'
import Cropper from 'react-easy-crop'
import { Button } from '../controls/button.ts'
import { Modal } from '../controls/modal.tsx'
import { useObjectUrl } from '../file/use-object-url.ts'
import { useWords } from '../words/words.ts'
import classes from './crop.module.css'
import { type Area, crop } from './crop.ts'

interface CropDialogProps {
  file: File
  /** Width by height. */
  ratio: number
  /** Gets the cropped picture; the file itself if the browser cannot read it, so that the service names the problem. */
  onDone: (file: File) => void
  onClose: () => void
}

const mostZoom = 4

/** Cuts a picture to a fixed ratio before it is uploaded. */
export default function CropDialog({ file, ratio, onDone, onClose }: CropDialogProps) {
  const { t } = useWords(cropWords)
  const url = useObjectUrl(file)
  const [at, setAt] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area>()
  const [isBusy, setIsBusy] = useState(false)

  const apply = async () => {
    if (!area) return
    setIsBusy(true)
    onDone(await crop(file, area).catch(() => file))
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('title')}
      size={560}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <div className={classes.stage}>
        {url !== undefined && (
          <Cropper
            image={url}
            aspect={ratio}
            crop={at}
            zoom={zoom}
            maxZoom={mostZoom}
            keyboardStep={8}
            onCropChange={setAt}
            onZoomChange={setZoom}
            onCropAreaChange={(_, pixels) => setArea(pixels)}
            // The content security policy allows no style element; the style sheet is imported above.
            disableAutomaticStylesInjection
            cropperProps={{ 'aria-label': t('area'), role: 'application' }}
            mediaProps={{ onError: () => onDone(file) }}
          />
        )}
      </div>
      <p className={classes.hint}>{t('hint')}</p>
      <Slider
        className={classes.zoom}
        thumbLabel={t('zoom')}
        min={1}
        max={mostZoom}
        step={0.1}
        value={zoom}
        onChange={setZoom}
        label={(value) => `${Math.round(value * 100)}%`}
      />
      <div className={classes.footer}>
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button loading={isBusy} disabled={!area} onClick={() => void apply()}>
          {t('apply')}
        </Button>
      </div>
    </Modal>
  )
}
