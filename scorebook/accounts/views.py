"""Signing in, and the set-up page of the first start."""

from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods

from scorebook import access, limits
from scorebook.accounts import devices, keys, services, throttle
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
        user = services.found_family(**form.cleaned_data)
    except services.AlreadySetUp:
        raise Http404 from None
    devices.sign_in(request, user)
    access.has_proved(request)
    return redirect("home")


@login_not_required
@require_GET
def session(request: HttpRequest) -> HttpResponse:
    """Who is here, for a phone with something to send: whose it is, and by which token.

    Open to all: `person` is null for whoever is not signed in and no guest of a table.
    """
    person = access.whoever(request)
    told = {
        "person": person and str(person.id),
        "name": person and person.name,
        "csrf": get_token(request),
    }
    return JsonResponse(told)


class SignIn(LoginView):
    template_name = "accounts/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True

    def get_context_data(self, **context) -> dict:
        return super().get_context_data(with_passkey=keys.offered(self.request), **context)

    def post(self, request: HttpRequest, *args, **kwargs) -> HttpResponse:
        if throttle.too_many(**self.caller()):
            return limits.refuse(request)
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        throttle.forgive(**self.caller())
        devices.sign_in(self.request, form.get_user())
        access.has_proved(self.request)
        return HttpResponseRedirect(self.get_success_url())

    def caller(self) -> dict[str, str]:
        """Who knocks, for the throttle."""
        return {
            "name": self.request.POST.get("username", ""),
            "address": limits.address_of(self.request),
        }
