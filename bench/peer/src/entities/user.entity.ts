import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm'
import { ChannelEntity } from './channel.entity.js'

@Entity('user')
export class UserEntity {
  @PrimaryColumn({ type: 'bigint' })
  id: string

  @Column({ type: 'text', nullable: true })
  phone: string | null

  @Column({ type: 'text', nullable: true })
  name: string | null

  @Column({ type: 'text', nullable: true })
  gender: string | null

  @Column({ type: 'date', nullable: true })
  birthday: string | null

  @Column({ name: 'city_code', type: 'text', nullable: true })
  cityCode: string | null

  @Column({ name: 'channel_id', type: 'bigint', nullable: true })
  channelId: string | null

  @ManyToOne(() => ChannelEntity, { nullable: true })
  @JoinColumn({ name: 'channel_id' })
  channel: ChannelEntity | null

  @Column({ type: 'text' })
  flow: string

  @Column({ type: 'text' })
  status: string

  @Column({ name: 'risk_level', type: 'text', nullable: true })
  riskLevel: string | null

  @Column({ name: 'last_active_at', type: 'timestamptz' })
  lastActiveAt: Date

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date
}
