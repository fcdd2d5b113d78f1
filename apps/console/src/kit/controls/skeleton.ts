import '@mantine/core/styles/Skeleton.layer.css'
import { Skeleton as MantineSkeleton } from '@mantine/core'

export const Skeleton = MantineSkeleton
