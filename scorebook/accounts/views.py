"""Signing in, and the set-up page of the first start."""

from django.contrib.auth import login
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from scorebook.accounts import services, throttle
from scorebook.accounts.forms import SetupForm, SignInForm
from scorebook.accounts.gate import closed
from scorebook.models import User


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def setup(request: HttpRequest, token: str) -> HttpResponse:
    if User.objects.exists():
        raise Http404
    if not services.setup_token_holds(token):
        return closed(request)
    form = SetupForm(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return render(request, "accounts/setup.html", {"form": form})
    try:
        login(request, services.found_family(**form.cleaned_data))
    except services.AlreadySetUp:
        raise Http404 from None
    return redirect("home")


class SignIn(LoginView):
    template_name = "accounts/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True

    def post(self, request: HttpRequest, *args, **kwargs) -> HttpResponse:
        if throttle.too_many(**self.caller()):
            answer = render(request, "429.html", status=429)
            answer["Retry-After"] = throttle.HOUR
            return answer
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        throttle.forgive(**self.caller())
        return super().form_valid(form)

    def caller(self) -> dict[str, str]:
        """Who knocks, for the throttle. The address is the real peer's, whatever headers say."""
        return {
            "name": self.request.POST.get("username", ""),
            "address": self.request.META["REMOTE_ADDR"],
        }
