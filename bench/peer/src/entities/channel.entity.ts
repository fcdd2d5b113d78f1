import { Column, Entity, PrimaryColumn } from 'typeorm'

@Entity('channel')
export class ChannelEntity {
  @PrimaryColumn({ type: 'bigint' })
  id: string

  @Column({ type: 'text' })
  name: string
}
