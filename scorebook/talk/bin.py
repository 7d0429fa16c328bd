"""What was said and taken back, for thirty days."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from scorebook import access
from scorebook.models import Comment, Post
from scorebook.talk import services


@require_GET
def talk_bin(request: HttpRequest) -> HttpResponse:
    """What this person may put back."""
    user = access.reader(request)
    posts = Post.objects.binned().own(user).select_related("author__merged_into")
    comments = Comment.objects.binned().own(user).filter(post__taken_down_at=None)
    context = {
        "posts": posts.newest_first() if user.may_write else [],
        "comments": comments.select_related("author__merged_into", "post")
        if user.may_write
        else [],
    }
    return render(request, "talk/bin.html", context)


@require_POST
def take_down_post(request: HttpRequest, post_id: UUID) -> HttpResponse:
    post, by = access.post_to_bin(request, post_id)
    services.take_down(post, by=by)
    messages.success(request, "It is in the bin, for thirty days.")
    return redirect("talk")


@require_POST
def restore_post(request: HttpRequest, post_id: UUID) -> HttpResponse:
    post, by = access.post_to_bin(request, post_id)
    services.restore(post, by=by)
    return redirect("post_page", post.id)


@require_POST
def take_down_comment(request: HttpRequest, comment_id: UUID) -> HttpResponse:
    comment, by = access.comment_to_bin(request, comment_id)
    services.take_down(comment, by=by)
    messages.success(request, "The comment is in the bin, for thirty days.")
    return redirect("post_page", comment.post_id)


@require_POST
def restore_comment(request: HttpRequest, comment_id: UUID) -> HttpResponse:
    comment, by = access.comment_to_bin(request, comment_id)
    services.restore(comment, by=by)
    return redirect("post_page", comment.post_id)
