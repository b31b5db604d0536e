-- Asked twice by a race; the first one stands for both.
DELETE FROM "work_items" w USING "work_items" f
WHERE w."kind" = 'tool_consent' AND f."kind" = w."kind" AND f."subject" = w."subject"
  AND (f."created_at", f."id") < (w."created_at", w."id");--> statement-breakpoint
CREATE UNIQUE INDEX "work_items_consent" ON "work_items" USING btree ("subject") WHERE "work_items"."kind" = 'tool_consent';